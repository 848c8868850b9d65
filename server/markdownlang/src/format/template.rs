//! Actions: one space inside of the braces and between the tokens.

use agmark_syntax::{Edit, Span};
use tree_sitter::Node;

/// The edit that formats an action, if one is necessary; `None` if the action has errors.
pub(super) fn format(text: &str, action: Node<'_>) -> Option<Option<Edit>> {
    let span = Span::of(action);
    let mut tokens = Vec::new();
    if !leaves(action, &mut tokens) {
        return None;
    }
    let old = span.text(text);
    // An action over several lines keeps its layout.
    if old.contains('\n') {
        return Some(None);
    }
    let mut new = String::with_capacity(old.len() + 4);
    let mut before: Option<Node<'_>> = None;
    for token in tokens {
        if let Some(before) = before.filter(|before| blank_between(*before, token)) {
            // Two values without a space between them are an error.
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
    // Without recursion, because parentheses can be deeply nested.
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
    // There is no space between a value and its field.
    !(token.kind() == "field"
        && token.parent().is_some_and(|p| {
            p.kind() == "selector" && p.child(0).is_some_and(|first| first.id() != token.id())
        }))
}
