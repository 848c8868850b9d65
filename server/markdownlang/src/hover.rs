//! What is said of words: functions, keywords, keys of the front matter.

use agmark_schema::yaml;
use agmark_syntax::{Document, Hover, Span};
use tree_sitter::Node;

use crate::vocabulary::{KEYS, KEYWORDS, SERVER_KEYS, Word, find, find_function};

/// What is said of the word at `offset`.
pub(crate) fn hover(document: &Document, offset: usize) -> Option<Hover> {
    let (start, chunk) = document.chunk_at(offset)?;
    let text = document.chunk_text(start, chunk);
    let tree = chunk.tree(&**document.format(), &text)?;
    let at = offset.checked_sub(start)?;
    let node = tree.root_node().descendant_for_byte_range(at, (at + 1).min(text.len()))?;
    let (markdown, span) = match node.kind() {
        "identifier" => {
            let function = find_function(Span::of(node).text(&text))?;
            (format!("```\n{}\n```\n\n{}", function.usage, function.docs), Span::of(node))
        }
        "yaml" => key(node, &text, at)?,
        word if !node.is_named() => (about(find(KEYWORDS, word)?), Span::of(node)),
        _ => return None,
    };
    Some(Hover { markdown, span: span.shifted(start) })
}

fn key(node: Node<'_>, text: &str, at: usize) -> Option<(String, Span)> {
    let parsed = yaml::parse_at(Span::of(node).text(text), node.start_byte());
    let place = parsed.root.locate_offset(at);
    let key = place.key.filter(|_| place.on_key)?;
    let mut steps = place.pointer.split('/').skip(1);
    let word = match (steps.next()?, steps.next(), steps.next(), steps.next()) {
        (top, None, None, None) => find(KEYS, top)?,
        ("mcp_servers", Some(_), Some(key), None) => find(SERVER_KEYS, key)?,
        _ => return None,
    };
    Some((about(word), key.span.clone().into()))
}

fn about(word: &Word) -> String {
    format!("```\n{}\n```\n\n{}", word.usage, word.docs)
}
