//! The tools that text names: those of servers, and imported programs with what they are given.

use agmark_syntax::{Facts, Name, Reference, Span, Target};

use crate::imports::Import;
use crate::names;
use crate::rules::{python_server, undeclared_server};

/// What the name of a server's tool begins with.
const TOOL: &str = "mcp__";

/// What the source calls the tool `python`.
const PYTHON_SERVER: &str = "python-interpreter";

/// Reads the names in a run of text.
pub(super) fn read(span: Span, text: &str, imports: &[Import], facts: &mut Facts) {
    servers(span, text, facts);
    let content = span.text(text);
    for at in words(content, PYTHON_SERVER) {
        let start = span.start as usize + at;
        facts.diagnostics.push(python_server::at(Span::new(start, start + PYTHON_SERVER.len())));
    }
    for import in imports {
        for at in words(content, &import.stem) {
            let start = span.start as usize + at;
            let end = start + import.stem.len();
            facts.references.push(reference(names::PROGRAM, &import.stem, Span::new(start, end), import));
            arguments(text, end, imports, import, facts);
        }
    }
}

/// `start=`, `end=` on the line after a program's name: the program's input. Another program's name ends it.
fn arguments(text: &str, from: usize, imports: &[Import], import: &Import, facts: &mut Facts) {
    let line = text.get(from..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let next = imports.iter().flat_map(|other| words(line, &other.stem)).min().unwrap_or(line.len());
    let line = line.get(..next).unwrap_or(line);
    for (at, _) in line.match_indices('=') {
        let before = line.get(..at).unwrap_or_default();
        let start = before
            .rfind(|c| !is_tool(c))
            .map_or(0, |i| i + before[i..].chars().next().map_or(1, char::len_utf8));
        let name = before.get(start..).unwrap_or_default();
        let first = name.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
        let compares = line.get(at + 1..).is_some_and(|rest| rest.starts_with('='));
        if first && !compares {
            let span = Span::new(from + start, from + at);
            facts.references.push(reference(names::INPUT.root, name, span, import));
        }
    }
}

fn reference(space: &'static str, name: &str, span: Span, import: &Import) -> Reference {
    let target = Target::Other(import.path.clone());
    Reference { name: Name::new(space, name), span, target, resolved: None }
}

/// Where `word` stands as a whole word.
fn words(content: &str, word: &str) -> impl Iterator<Item = usize> {
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

fn is_tool(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}
