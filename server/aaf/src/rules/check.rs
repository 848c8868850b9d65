//! What the rules of AAF look at.

use agmark_schema::{Node, Problem};
use agmark_syntax::Diagnostic;

use super::schema::Schema;
use crate::cross_file::entries::Entries;
use crate::manifest::check::ShapeError;
use crate::page::{Annotated, Annotation, Page};

/// What a rule looks at, and its check.
#[derive(Debug)]
pub enum Check {
    /// The value of this attribute, given without its prefix.
    Value(&'static str),
    /// Each annotation of a page.
    Annotation(fn(&Page<'_>, &Annotation<'_>, &mut Vec<Diagnostic>)),
    /// Each element of a page that has annotations.
    Element(fn(&Page<'_>, &Annotated<'_>, &mut Vec<Diagnostic>)),
    /// A page as a whole.
    Page(fn(&Page<'_>, &mut Vec<Diagnostic>)),
    /// Each error in the JSON of a manifest.
    Json(fn(&Problem) -> Option<Diagnostic>),
    /// Each departure of a manifest from its shape.
    Shape(fn(&ShapeError) -> Option<Diagnostic>),
    /// Each `inputSchema` and `outputSchema`.
    Schema(fn(&Schema<'_>, &mut Vec<Diagnostic>)),
    /// A manifest, or a piece of one.
    Manifest(fn(&Node, &mut Vec<Diagnostic>)),
    /// The entries of a manifest, compared with each other. Skipped if an object has no end, as it is unknown then
    /// which object an entry belongs to.
    Entries(fn(&Entries<'_>, &mut Vec<Diagnostic>)),
    /// The names of the analysis: the server reports those that nothing defines.
    Names,
    /// Pages and their manifest: `cross_file::alignment` compares them.
    CrossFile,
}
