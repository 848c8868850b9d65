//! The tools of servers that the text mentions.

use agmark_syntax::{Document, Name, Reference, Span, Target};

use crate::data::Analysis;
use crate::names::{self, is_tool_char};
use crate::rules::undeclared_server;

/// The start of the names of servers' tools.
const TOOL: &str = "mcp__";

/// The name of the tool `python` in documentation of the format.
const PYTHON_SERVER: &str = "python-interpreter";

/// Reads the names of servers in a part of the text. The names of programs are defined in other files.
pub(super) fn read(span: Span, text: &str, analysis: &mut Analysis) {
    servers(span, text, analysis);
    for at in words(span.text(text), PYTHON_SERVER) {
        analysis.cross_file = true;
        let start = span.start as usize + at;
        analysis.references.push(Reference {
            name: Name::new(names::SERVER, PYTHON_SERVER),
            span: Span::new(start, start + PYTHON_SERVER.len()),
            target: Target::File,
            // The check for such a server needs the whole document.
            resolved: None,
        });
    }
}

/// The mentions of `python-interpreter` in the text of a program that has no server with this name.
pub(crate) fn python_server_mentions(document: &Document) -> Vec<Span> {
    let name = Name::new(names::SERVER, PYTHON_SERVER);
    if !document.definitions(&name).is_empty() {
        return Vec::new();
    }
    let text = document.text();
    let is_tool = |span: &Span| {
        let start = span.start as usize;
        text.slice(text.floor(start.saturating_sub(TOOL.len()))..start).ends_with(TOOL)
    };
    document.references(&name).into_iter().filter(|span| !is_tool(span)).collect()
}

/// The offsets of `word` as a whole word.
pub(crate) fn words(content: &str, word: &str) -> impl Iterator<Item = usize> {
    let found = content.match_indices(word).map(|(at, _)| at);
    found.filter(move |at| {
        let before = content.get(..*at).and_then(|b| b.chars().next_back());
        let rest = content.get(at + word.len()..).unwrap_or_default();
        let mut after = rest.chars();
        let next = after.next();
        // A name in a path, or with an extension, is a file.
        let is_file = next == Some('.') && after.next().is_some_and(|c| c.is_alphanumeric());
        !before.is_some_and(|c| is_tool_char(c) || matches!(c, '/' | '.'))
            && !next.is_some_and(is_tool_char)
            && !is_file
    })
}

/// Reads the names of servers' tools: `mcp__SERVER__TOOL`.
fn servers(span: Span, text: &str, analysis: &mut Analysis) {
    let content = span.text(text);
    let mut from = 0;
    while let Some(found) = content[from..].find(TOOL).map(|i| i + from) {
        from = found + TOOL.len();
        let before = content[..found].chars().next_back();
        let rest = &content[from..];
        let word = rest.find(|c: char| !is_tool_char(c)).map_or(rest, |end| &rest[..end]);
        let Some(end) = word.find("__").filter(|end| *end > 0 && word.len() > end + 2) else { continue };
        if before.is_some_and(is_tool_char) {
            continue;
        }
        let start = span.start as usize + from;
        analysis.references.push(Reference {
            name: Name::new(names::SERVER, &word[..end]),
            span: Span::new(start, start + end),
            target: Target::File,
            resolved: Some(&undeclared_server::RULE),
        });
        from += end;
    }
}
