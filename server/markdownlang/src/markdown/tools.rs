//! The tools of servers that text names.

use agmark_syntax::{Facts, Name, Reference, Span, Target};

use crate::names;
use crate::rules::{python_server, undeclared_server};

/// What the name of a server's tool begins with.
const TOOL: &str = "mcp__";

/// What the source calls the tool `python`.
const PYTHON_SERVER: &str = "python-interpreter";

/// Reads the names in a run of text. The programs that it names are those of other files.
pub(super) fn read(span: Span, text: &str, facts: &mut Facts) {
    servers(span, text, facts);
    for at in words(span.text(text), PYTHON_SERVER) {
        let start = span.start as usize + at;
        facts.diagnostics.push(python_server::at(Span::new(start, start + PYTHON_SERVER.len())));
    }
}

/// Where `word` stands as a whole word.
pub(crate) fn words(content: &str, word: &str) -> impl Iterator<Item = usize> {
    let found = content.match_indices(word).map(|(at, _)| at);
    found.filter(move |at| {
        let before = content.get(..*at).and_then(|b| b.chars().next_back());
        let rest = content.get(at + word.len()..).unwrap_or_default();
        let mut after = rest.chars();
        let next = after.next();
        // A name in a path, or with an ending, is a file.
        let is_file = next == Some('.') && after.next().is_some_and(|c| c.is_alphanumeric());
        !before.is_some_and(|c| is_tool(c) || matches!(c, '/' | '.'))
            && !next.is_some_and(is_tool)
            && !is_file
    })
}

/// Names of servers' tools: `mcp__SERVER__TOOL`.
fn servers(span: Span, text: &str, facts: &mut Facts) {
    let content = span.text(text);
    let mut from = 0;
    while let Some(found) = content[from..].find(TOOL).map(|i| i + from) {
        from = found + TOOL.len();
        let before = content[..found].chars().next_back();
        let rest = &content[from..];
        let word = rest.find(|c: char| !is_tool(c)).map_or(rest, |end| &rest[..end]);
        let Some(end) = word.find("__").filter(|end| *end > 0 && word.len() > end + 2) else { continue };
        if before.is_some_and(is_tool) {
            continue;
        }
        let start = span.start as usize + from;
        facts.references.push(Reference {
            name: Name::new(names::SERVER, &word[..end]),
            span: Span::new(start, start + end),
            target: Target::File,
            resolved: Some(&undeclared_server::RULE),
        });
        from += end;
    }
}

/// Whether a character may stand in the name of a tool.
pub(crate) fn is_tool(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}
