//! Parses with one parser for each thread.

use std::borrow::Cow;
use std::cell::RefCell;

use tree_sitter::{InputEdit, Language, Parser, Tree};

/// The largest piece of text that is parsed, in bytes.
pub const MAX_PIECE: usize = 64 << 20;

/// The deepest nesting that is analyzed. Only HTML and JSON are nested; the grammars of the other formats are flat.
const MAX_DEPTH: u32 = 1000;

thread_local! {
    static PARSERS: RefCell<Vec<(Language, Parser)>> = const { RefCell::new(Vec::new()) };
}

/// Parses `text`; `None` if it is longer than [`MAX_PIECE`]. `old` is an earlier tree, adjusted to the changes since
/// then.
pub fn parse(language: &Language, text: &str, old: Option<&Tree>) -> Option<Tree> {
    if text.len() > MAX_PIECE {
        return None;
    }
    let text = printable(text);
    PARSERS.with(|parsers| {
        let mut parsers = parsers.try_borrow_mut().ok()?;
        if !parsers.iter().any(|(l, _)| l == language) {
            let mut parser = Parser::new();
            parser.set_language(language).ok()?;
            parsers.push((language.clone(), parser));
        }
        let (_, parser) = parsers.iter_mut().find(|(l, _)| l == language)?;
        parser.parse(text.as_bytes(), old)
    })
}

/// Replaces NUL, which tree-sitter reads as the end of the text, with another control character.
fn printable(text: &str) -> Cow<'_, str> {
    if memchr::memchr(0, text.as_bytes()).is_some() {
        Cow::Owned(text.replace('\0', "\u{1}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Adjusts a tree to an edit that replaced the bytes `start..old_end` with `new_end - start` bytes.
pub(crate) fn tell(tree: &mut Tree, old: &str, new: &str, start: usize, old_end: usize, new_end: usize) {
    tree.edit(&InputEdit {
        start_byte: start,
        old_end_byte: old_end,
        new_end_byte: new_end,
        start_position: point(old, start),
        old_end_position: point(old, old_end),
        new_end_position: point(new, new_end),
    });
}

fn point(text: &str, at: usize) -> tree_sitter::Point {
    let before = &text.as_bytes()[..at.min(text.len())];
    let row = memchr::memchr_iter(b'\n', before).count();
    let column = before.len() - memchr::memrchr(b'\n', before).map_or(0, |i| i + 1);
    tree_sitter::Point { row, column }
}

/// Whether a tree is nested more deeply than features can analyze.
pub(crate) fn too_deep(tree: &Tree) -> bool {
    let mut cursor = tree.walk();
    loop {
        if cursor.depth() > MAX_DEPTH {
            return true;
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return false;
            }
        }
    }
}
