//! Values on one line that are neither lists nor text blocks, and have no comment after them. All functions return `None`
//! for others.

use agmark_syntax::Span;

use crate::syntax::line_class::{BLANKS, QUOTES, after_string, starts_key, word};
use crate::syntax::line_item::InlineParameter;
use crate::syntax::syntax_kind::{SyntaxKind, SyntaxNode};

/// A quoted string that is all of the text.
pub fn string(text: &str, at: usize) -> Option<SyntaxNode<'_>> {
    after_string(text)?.is_empty().then(|| node(SyntaxKind::String, at, text.len()))
}

/// The value after a colon, which takes the rest of the line; the inner `None` if there is none.
pub fn rest_of_line(text: &str, at: usize) -> Option<Option<SyntaxNode<'_>>> {
    let value = text.trim_start_matches(BLANKS);
    let at = at + text.len() - value.len();
    if value.contains('#') || value.starts_with(QUOTES) {
        return None;
    }
    Some(match value.bytes().next() {
        None => None,
        Some(b'"' | b'\'') => Some(string(value, at)?),
        Some(b'[') => return None,
        Some(b'@') => Some(reference(value, at)?),
        Some(_) if value.contains(BLANKS) => Some(node(SyntaxKind::Plain, at, value.len())),
        Some(_) => Some(node(kind_of_word(value), at, value.len())),
    })
}

/// The parameters after the name of a header.
pub fn parameters(tail: &str, mut at: usize) -> Option<Vec<InlineParameter<'_>>> {
    let mut all = Vec::new();
    let mut rest = tail;
    while !rest.is_empty() {
        let text = rest.trim_start_matches(BLANKS);
        at += rest.len() - text.len();
        if !starts_key(text) || text.contains('#') {
            return None;
        }
        let key = word(text);
        let value = text.get(key.len()..)?.strip_prefix('=')?;
        let value_at = at + key.len() + 1;
        let node = word_value(value, value_at)?;
        let length = node.span().len();
        let (key_span, span) = (Span::new(at, at + key.len()), Span::new(at, value_at + length));
        all.push(InlineParameter { span, key: Some(key_span), colon: false, value: Some(node) });
        rest = value.get(length..)?;
        at = value_at + length;
    }
    Some(all)
}

/// The value after an equals sign, up to a blank.
fn word_value(text: &str, at: usize) -> Option<SyntaxNode<'_>> {
    let first = text.bytes().next()?;
    if matches!(first, b'"' | b'\'') {
        let after = after_string(text)?;
        let ends = after.is_empty() || after.starts_with(BLANKS);
        return ends.then(|| node(SyntaxKind::String, at, text.len() - after.len()));
    }
    let value = text.split(BLANKS).next().filter(|value| !value.is_empty())?;
    match first {
        b'[' => None,
        b'@' => reference(value, at),
        _ => Some(node(kind_of_word(value), at, value.len())),
    }
}

/// A reference that is all of the text.
fn reference(text: &str, at: usize) -> Option<SyntaxNode<'_>> {
    let id = text.strip_prefix('@')?;
    let is_id = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let is_whole = !id.is_empty() && !id.starts_with('.') && id.chars().all(is_id);
    is_whole.then(|| node(SyntaxKind::Reference, at, text.len()))
}

fn node<'a>(kind: SyntaxKind, at: usize, length: usize) -> SyntaxNode<'a> {
    SyntaxNode::without_tree(kind, Span::new(at, at + length), None)
}

fn kind_of_word(word: &str) -> SyntaxKind {
    match word {
        "true" | "false" => SyntaxKind::Boolean,
        _ if is_number(word) => SyntaxKind::Number,
        _ => SyntaxKind::Plain,
    }
}

/// Whether a word is a number: `-1`, `2.5`, `1e-3`.
fn is_number(word: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let word = unsigned(word);
    let (number, power) = match word.split_once(['e', 'E']) {
        Some((number, power)) => (number, Some(unsigned(power))),
        None => (word, None),
    };
    let is_decimal = match number.split_once('.') {
        Some((whole, fraction)) => is_digits(whole) && is_digits(fraction),
        None => is_digits(number),
    };
    is_decimal && power.is_none_or(is_digits)
}

fn unsigned(text: &str) -> &str {
    text.strip_prefix(['-', '+']).unwrap_or(text)
}
