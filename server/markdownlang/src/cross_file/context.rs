//! What a check of a document looks at.

use std::collections::HashSet;

use agmark_syntax::Document;

use crate::data::FrontMatter;

/// A document with what its template uses.
pub(crate) struct DocumentContext<'a> {
    pub document: &'a Document,
    pub front: Option<&'a FrontMatter>,
    /// The schemas of the properties that the template uses.
    pub used: HashSet<u32>,
    /// The names of fields of values with an unknown type.
    pub unknown_fields: HashSet<&'a str>,
}
