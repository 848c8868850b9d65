//! The analysis of a chunk: symbols, definitions, references, links, folds and diagnostics.

pub(crate) mod front_matter;
pub(crate) mod markdown;
mod template;

use agmark_syntax::Piece;
use tree_sitter::Node;

use crate::analysis::front_matter::Front;
use crate::analysis::template::Template;
use crate::data::{Analysis, ChunkData, FrontMatter, Known};
use crate::rules::missing_front_matter;
use crate::syntax::ast::{self, Item};
use crate::vocabulary::REQUIRED;
use crate::{cross_file, suppress};

/// The facts of a piece: front matter, template and Markdown each add their own.
pub(crate) fn analyze(piece: &Piece<'_>) -> Analysis {
    let mut analysis = Analysis::default();
    let mut front_matter = None;
    let mut cursor = piece.tree.walk();
    let nodes: Vec<_> = piece.tree.root_node().named_children(&mut cursor).collect();
    let mut body = nodes.as_slice();
    if piece.is_first() {
        match nodes.split_first() {
            Some((front, rest)) if front.kind() == "front_matter" => {
                let front = Front::new(piece.text, *front, &mut analysis).read();
                front_matter = Some(front);
                body = rest;
            }
            Some((front, rest)) if front.kind() == "unterminated_front_matter" => {
                Front::new(piece.text, *front, &mut analysis).read_unterminated();
                body = rest;
            }
            _ => analysis.diagnostics.push(missing_front_matter::at_start()),
        }
    }
    Template::new(piece.text, &mut analysis).read(body);
    markdown::read(piece.text, body, &mut analysis);
    suppress::read(piece.text, &nodes, &mut analysis);
    in_order(&mut analysis);
    keep(piece, body, front_matter, &mut analysis);
    analysis
}

/// What is kept for features, and for other files.
fn keep(piece: &Piece<'_>, body: &[Node<'_>], front: Option<FrontMatter>, analysis: &mut Analysis) {
    if piece.is_first() {
        let name = front.as_ref().and_then(|f| f.parsed.root.get("name")?.as_str().map(str::to_owned));
        let root = front.as_ref().filter(|front| front.parsed.complete).map(|front| &front.parsed.root);
        let lacks = REQUIRED.iter().map(|(key, _)| *key);
        let lacks = root.map(|root| lacks.filter(|key| root.get(key).is_none()).collect());
        let lacks = lacks.unwrap_or_default();
        analysis.summary = Some(Known { name, is_program: front.is_some(), lacks });
    }
    let ast = ast::read::read(piece.text, body);
    if front.is_none() && ast.items.iter().all(|item| matches!(item, Item::Text(_))) {
        return;
    }
    analysis.cross_file = true;
    let defines = cross_file::defines(&ast);
    analysis.data = Some(ChunkData { ast, defines, front });
}

/// Each list in the order of the text: what contains comes before what it contains.
fn in_order(analysis: &mut Analysis) {
    analysis.symbols.sort_by_key(|s| (s.span.start, s.depth));
    analysis.definitions.sort_by_key(|d| d.span);
    analysis.references.sort_by_key(|r| r.span);
    analysis.links.sort_by_key(|l| l.span);
    analysis.folds.sort_by_key(|f| (f.span.start, std::cmp::Reverse(f.span.end)));
    analysis.diagnostics.sort_by_key(|d| d.span);
    analysis.suppressions.sort_by_key(|a| a.span);
}
