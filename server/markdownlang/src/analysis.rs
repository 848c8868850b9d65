//! The analysis of a chunk: symbols, definitions, references, links, folds and diagnostics.

pub(crate) mod front_matter;
pub(crate) mod markdown;
pub(crate) mod piece_context;
mod symbol;
pub(crate) mod template;

use std::cmp::Reverse;

use agmark_syntax::Piece;
use tree_sitter::Node;

use crate::data::{Analysis, ChunkData, FileSummary, FrontMatter};
use crate::syntax::ast::{self, TemplatePart};
use crate::syntax::static_kind::StaticKind;
use crate::vocabulary::REQUIRED;
use crate::{rules, suppress};
use front_matter::FrontMatterReader;
use piece_context::PieceContext;
use template::TemplateReader;
use template::action::Action;
use template::node_context::NodeContext;

/// The analysis of a piece: front matter, template and Markdown.
pub(crate) fn analyze(piece: &Piece<'_>) -> Analysis {
    let mut analysis = Analysis::default();
    let mut cursor = piece.tree.walk();
    let nodes: Vec<_> = piece.tree.root_node().named_children(&mut cursor).collect();
    let first =
        nodes.first().filter(|first| piece.is_first() && first.static_kind().ends_with("front_matter"));
    let body = &nodes[usize::from(first.is_some())..];
    let front = first.and_then(|first| match first.static_kind() {
        "front_matter" => Some(FrontMatterReader::new(piece.text, *first, &mut analysis).read()),
        _ => {
            check_node(piece.text, *first, &mut analysis);
            None
        }
    });
    let open = TemplateReader::read(piece.text, body, &mut analysis);
    let context = PieceContext { piece, has_front_matter: first.is_some(), open: &open };
    rules::check_piece(&context, &mut analysis.diagnostics);
    markdown::read(piece.text, body, &mut analysis);
    suppress::read(piece.text, &nodes, &mut analysis);
    sort(&mut analysis);
    add_data(piece, body, front, &mut analysis);
    analysis
}

/// Checks a node that is not in an action.
fn check_node(text: &str, node: Node<'_>, analysis: &mut Analysis) {
    let action = Action::new(node);
    let context =
        NodeContext { text, node, action: &action, is_command: false, is_piped: false, is_well_formed: true };
    rules::check_node(&context, &mut analysis.diagnostics);
}

/// Adds the data for features and for other files.
fn add_data(piece: &Piece<'_>, body: &[Node<'_>], front: Option<FrontMatter>, analysis: &mut Analysis) {
    if piece.is_first() {
        let name = front.as_ref().and_then(|f| f.parsed.root.get("name")?.as_str().map(str::to_owned));
        let root = front.as_ref().filter(|front| front.parsed.complete).map(|front| &front.parsed.root);
        let keys = REQUIRED.iter().map(|(key, _)| *key);
        let missing_keys = root.map(|root| keys.filter(|key| root.get(key).is_none()).collect());
        let missing_keys = missing_keys.unwrap_or_default();
        analysis.summary = Some(FileSummary { name, is_program: front.is_some(), missing_keys });
    }
    let ast = ast::read::read(piece.text, body);
    if front.is_none() && ast.items.iter().all(|item| matches!(item, TemplatePart::Text(_))) {
        return;
    }
    analysis.cross_file = true;
    let defines = !ast.definitions().is_empty();
    analysis.data = Some(ChunkData { ast, defines, front });
}

/// Sorts each list by the order of the text. A span comes before the spans in it.
fn sort(analysis: &mut Analysis) {
    analysis.symbols.sort_by_key(|s| (s.span.start, s.depth));
    analysis.definitions.sort_by_key(|d| d.span);
    analysis.references.sort_by_key(|r| r.span);
    analysis.links.sort_by_key(|l| l.span);
    analysis.folds.sort_by_key(|f| (f.span.start, Reverse(f.span.end)));
    analysis.diagnostics.sort_by_key(|d| d.span);
    analysis.suppressions.sort_by_key(|a| a.span);
}
