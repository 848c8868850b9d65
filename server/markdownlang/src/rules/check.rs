//! What the rules look at.

use agmark_syntax::Diagnostic;

use crate::analysis::front_matter::context::{FrontMatterContext, ServerContext};
use crate::analysis::front_matter::schema_context::{RootSchema, SchemaContext};
use crate::analysis::piece_context::PieceContext;
use crate::analysis::template::action::ActionContext;
use crate::analysis::template::node_context::NodeContext;
use crate::cross_file::context::DocumentContext;
use crate::cross_file::imported_file::ImportedFile;

pub(crate) type FrontMatterCheck = fn(&FrontMatterContext<'_>, &mut Vec<Diagnostic>);
pub(crate) type ServerCheck = fn(&ServerContext<'_>, &mut Vec<Diagnostic>);
pub(crate) type RootSchemaCheck = fn(&RootSchema<'_>, &mut Vec<Diagnostic>);
pub(crate) type SchemaCheck = fn(&SchemaContext<'_>, &mut Vec<Diagnostic>);
pub(crate) type NodeCheck = fn(&NodeContext<'_, '_>, &mut Vec<Diagnostic>);
pub(crate) type ActionCheck = fn(&ActionContext<'_, '_>, &mut Vec<Diagnostic>);
pub(crate) type PieceCheck = fn(&PieceContext<'_>, &mut Vec<Diagnostic>);
pub(crate) type ImportsCheck = fn(&[ImportedFile<'_>], &mut Vec<Diagnostic>);
pub(crate) type DocumentCheck = fn(&DocumentContext<'_>, &mut Vec<Diagnostic>);

/// Which part of a program a rule looks at, and its check.
#[derive(Debug)]
pub(crate) enum Check {
    /// The front matter.
    FrontMatter(FrontMatterCheck),
    /// Each entry of `mcp_servers`.
    Server(ServerCheck),
    /// The whole schema `input` or `output`.
    RootSchema(RootSchemaCheck),
    /// Each schema in `input` and `output`.
    Schema(SchemaCheck),
    /// Nodes of these kinds.
    Node(&'static [&'static str], NodeCheck),
    /// Each action, with the blocks that are open before it.
    Action(ActionCheck),
    /// A piece of a document, with the blocks that are open at its end.
    Piece(PieceCheck),
    /// The imports, with the files that they lead to.
    Imports(ImportsCheck),
    /// The document, with the types of its template.
    Document(DocumentCheck),
    /// The type checker reports it while it follows the values of the template.
    Types,
    /// Features find it from the names and links of the analysis.
    Names,
}
