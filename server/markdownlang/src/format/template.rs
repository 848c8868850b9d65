//! Actions: one blank inside of the braces and between what stands in them.

use agmark_syntax::{Edit, Span};
use tree_sitter::Node;

/// The edit that gives an action its form, if it needs one; none if it has errors.
pub(super) fn format(text: &str, action: Node<'_>) -> Option<Option<Edit>> {
    let span = Span::of(action);
    let mut tokens = Vec::new();
    if !leaves(action, &mut tokens) {
        return None;
    }
    let old = span.text(text);
    // What somebody laid out over lines stays so.
    if old.contains('\n') {
        return Some(None);
    }
    let mut new = String::with_capacity(old.len() + 4);
    let mut before: Option<Node<'_>> = None;
    for token in tokens {
        if let Some(before) = before.filter(|before| blank_between(*before, token)) {
            // Two values without a blank between them are a mistake: which one, nobody can tell.
            if before.end_byte() == token.start_byte() && is_value(before, ")") && is_value(token, "(") {
                return None;
            }
            new.push(' ');
        }
        new.push_str(Span::of(token).text(text).trim());
        before = Some(token);
    }
    Some((new != old).then(|| Edit::replace(span, new)))
}

/// The tokens of a node; false if one is malformed.
fn leaves<'t>(node: Node<'t>, tokens: &mut Vec<Node<'t>>) -> bool {
    let mut cursor = node.walk();
    let mut deep = 0usize;
    // Without recursion: parentheses may stand deep in one another.
    loop {
        let here = cursor.node();
        let kind = here.kind();
        if ["unexpected_", "unterminated_", "unclosed_", "malformed_", "misplaced_"]
            .iter()
            .any(|p| kind.starts_with(p))
        {
            return false;
        }
        if here.child_count() == 0 {
            if !here.byte_range().is_empty() {
                tokens.push(here);
            }
        } else if cursor.goto_first_child() {
            deep += 1;
            continue;
        }
        while !cursor.goto_next_sibling() {
            if deep == 0 || !cursor.goto_parent() {
                return true;
            }
            deep -= 1;
        }
        if deep == 0 {
            return true;
        }
    }
}

/// Whether a token is a value, or the parenthesis at its end.
fn is_value(token: Node<'_>, parenthesis: &str) -> bool {
    token.is_named() || token.kind() == parenthesis
}

fn blank_between(before: Node<'_>, token: Node<'_>) -> bool {
    if before.kind() == "(" || matches!(token.kind(), ")" | ",") {
        return false;
    }
    // Fields follow what they are of at once.
    !(token.kind() == "field"
        && token.parent().is_some_and(|p| {
            p.kind() == "selector" && p.child(0).is_some_and(|first| first.id() != token.id())
        }))
}
