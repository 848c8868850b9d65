//! What a check of a document looks at.

use std::sync::Arc;

use agmark_syntax::Document;

use crate::data::FrontMatter;
use crate::type_check::report::TypeReport;

/// A document with the types of its template.
pub(crate) struct DocumentContext<'a> {
    pub document: &'a Document,
    pub front: Option<&'a FrontMatter>,
    /// The reports of the chunks and the templates, each with the offset of its chunk.
    pub reports: &'a [(usize, Arc<TypeReport>)],
}
