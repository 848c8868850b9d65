//! From the tree of a chunk to its facts.

use std::sync::{Arc, Mutex};

use agmark_syntax::{Facts, Piece, Shared};
use tree_sitter::Node;

use crate::ast::{self, Item};
use crate::front::Front;
use crate::own::{FrontMatter, Known, Own};
use crate::rules::missing_front_matter;
use crate::template::Template;
use crate::vocabulary::REQUIRED;
use crate::{allows, judge, markdown};

/// The facts of a piece: front matter, template and Markdown each add their own.
pub(crate) fn facts(piece: &Piece<'_>) -> Facts {
    let mut facts = Facts::default();
    let mut front_matter = None;
    let mut cursor = piece.tree.walk();
    let nodes: Vec<_> = piece.tree.root_node().named_children(&mut cursor).collect();
    let mut body = nodes.as_slice();
    if piece.is_first() {
        match nodes.split_first() {
            Some((front, rest)) if front.kind() == "front_matter" => {
                let front = Front::new(piece.text, *front, &mut facts).read();
                front_matter = Some(front);
                body = rest;
            }
            Some((front, rest)) if front.kind() == "unterminated_front_matter" => {
                Front::new(piece.text, *front, &mut facts).read_unterminated();
                body = rest;
            }
            _ => facts.diagnostics.push(missing_front_matter::at_start()),
        }
    }
    Template::new(piece.text, &mut facts).read(body);
    markdown::read(piece.text, body, &mut facts);
    allows::read(piece.text, &nodes, &mut facts);
    in_order(&mut facts);
    keep(piece, body, front_matter, &mut facts);
    facts
}

/// What is kept for features, and for other files.
fn keep(piece: &Piece<'_>, body: &[Node<'_>], front: Option<FrontMatter>, facts: &mut Facts) {
    if piece.is_first() {
        let name = front.as_ref().and_then(|f| f.parsed.root.get("name")?.as_str().map(str::to_owned));
        let root = front.as_ref().filter(|front| front.parsed.complete).map(|front| &front.parsed.root);
        let lacks = REQUIRED.iter().map(|(key, _)| *key);
        let lacks = root.map(|root| lacks.filter(|key| root.get(key).is_none()).collect());
        let lacks = lacks.unwrap_or_default();
        facts.shared = Some(Shared::new(Known { name, is_program: front.is_some(), lacks }));
    }
    let ast = ast::read(piece.text, body);
    if front.is_none() && ast.items.iter().all(|item| matches!(item, Item::Text(_))) {
        return;
    }
    facts.judged = true;
    let defines = judge::defines(&ast);
    facts.own = Some(Arc::new(Own { ast, defines, front, memo: Mutex::default() }));
}

/// Each list in the order of the text: what contains comes before what it contains.
fn in_order(facts: &mut Facts) {
    facts.symbols.sort_by_key(|s| (s.span.start, s.depth));
    facts.definitions.sort_by_key(|d| d.span);
    facts.references.sort_by_key(|r| r.span);
    facts.links.sort_by_key(|l| l.span);
    facts.folds.sort_by_key(|f| (f.span.start, std::cmp::Reverse(f.span.end)));
    facts.diagnostics.sort_by_key(|d| d.span);
    facts.allows.sort_by_key(|a| a.span);
}
