//! AGD to Markdown.

use super::{Converted, Loss, escape, from_md};
use crate::ast::{Block, Kind, OwnedBlock, RunKind, Runs, Value};
use crate::document::Document;

/// The document as Markdown. What is lost is found by reading each block back.
pub fn to_md(document: &Document<'_>) -> Converted {
    let mut out = Converted::default();
    let mut marker = None;
    let mut ids = Vec::new();
    for block in document.blocks() {
        let line = document.line_of(block).unwrap_or(1);
        marker = next_marker(block.kind(), marker);
        let text = markdown(block, marker.map_or('-', |(_, marker)| marker));
        if !text.is_empty() {
            if !out.text.is_empty() {
                out.text.push('\n');
            }
            out.text.push_str(&text);
            out.text.push('\n');
        }
        let read = from_md::blocks(&text).0;
        lost(block, &read, line, &mut out.losses);
        ids.extend(block.id().filter(|_| read.first().is_none_or(|read| read.id.is_none())).map(|_| line));
    }
    if let Some(first) = ids.first() {
        let what = match ids.len() {
            1 => "the id of this block".to_owned(),
            count => format!("the ids of {count} blocks, from this one on"),
        };
        out.losses.push(Loss { line: *first, what });
        out.losses.sort_by_key(|loss| loss.line);
    }
    out
}

/// Lists of one kind that follow each other would be one list, if their markers were the same.
fn next_marker(kind: Kind, before: Option<(Kind, char)>) -> Option<(Kind, char)> {
    let (first, second) = match kind {
        Kind::List => ('-', '*'),
        Kind::NumberedList => ('.', ')'),
        _ => return None,
    };
    let again = before.is_some_and(|before| before == (kind, first));
    Some((kind, if again { second } else { first }))
}

fn markdown(block: Block<'_>, marker: char) -> String {
    match block.kind() {
        Kind::Heading(level) => format!("{} {}", "#".repeat(usize::from(level)), inline(block.runs()).trim())
            .trim_end()
            .to_owned(),
        Kind::Paragraph => escape::line_start(inline(block.runs()).trim()),
        Kind::Ref => inline(block.runs()),
        Kind::Meta | Kind::Include | Kind::Comment => comment(&block.canonical()),
        Kind::Extension if block.body().is_none() => comment(&block.canonical()),
        Kind::List => items(block, |_| format!("{marker} ")),
        Kind::NumberedList => items(block, |index| format!("{}{marker} ", index + 1)),
        Kind::Quote => items(block, |_| "> ".to_owned()),
        Kind::Code => fence(block, &info(block)),
        Kind::Raw | Kind::Table | Kind::Extension => {
            let header = block.canonical();
            let header = header.lines().next().unwrap_or("").to_owned();
            fence(block, &escaped(&header))
        }
    }
}

/// What Markdown has no place for: not seen, but not lost.
fn comment(source: &str) -> String {
    if source.contains("-->") { String::new() } else { format!("<!-- {source} -->") }
}

fn items(block: Block<'_>, marker: impl Fn(usize) -> String) -> String {
    let lines = block.items().runs().enumerate().map(|(index, runs)| {
        let line = format!("{}{}", marker(index), escape::line_start(inline(runs).trim()));
        line.trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What stands after the fence of a `@code`.
fn info(block: Block<'_>) -> String {
    match block.attribute("lang") {
        Some(Value::Text(lang)) => escaped(&lang),
        Some(other) => other.to_string(),
        None => String::new(),
    }
}

fn escaped(info: &str) -> String {
    info.replace('\\', "\\\\").replace('&', "\\&")
}

/// A fence that the body does not close; backticks in what stands after it ask for tildes.
fn fence(block: Block<'_>, info: &str) -> String {
    let body = block.body().unwrap_or_default();
    let c = if info.contains('`') { '~' } else { '`' };
    let longest = body.lines().map(|line| line.trim_start().chars().take_while(|found| *found == c).count());
    let fence = c.to_string().repeat(longest.max().unwrap_or(0).max(2) + 1);
    let end = if body.is_empty() { "" } else { "\n" };
    format!("{fence}{info}\n{body}{end}{fence}")
}

fn inline(runs: Runs<'_>) -> String {
    let mut out = String::new();
    for run in runs {
        match run.kind {
            RunKind::Text => escape::markdown(run.text, &mut out),
            RunKind::Bold => wrapped("**", run.text, &mut out),
            RunKind::Italic => wrapped("_", run.text, &mut out),
            RunKind::Code => code(run.text, &mut out),
            RunKind::Ref => out.push_str(&format!("[#{0}](#{0})", run.text)),
        }
    }
    out
}

/// Markdown wants no white space inside of its marks.
fn wrapped(mark: &str, text: &str, out: &mut String) {
    let inner = text.trim();
    let start = text.len() - text.trim_start().len();
    out.push_str(&text[..start]);
    if !inner.is_empty() {
        out.push_str(mark);
        escape::markdown(inner, out);
        out.push_str(mark);
        out.push_str(&text[start + inner.len()..]);
    }
}

fn code(text: &str, out: &mut String) {
    if text.is_empty() {
        return;
    }
    let spaced = text.starts_with(' ') && text.ends_with(' ') && !text.trim().is_empty();
    let pad = if spaced { " " } else { "" };
    out.push_str(&format!("`{pad}{text}{pad}`"));
}

/// Says what of a block does not come back.
fn lost(block: Block<'_>, read: &[OwnedBlock], line: usize, losses: &mut Vec<Loss>) {
    let mut lose = |what: String| losses.push(Loss { line, what });
    let owned = block.to_owned();
    let [read] = read else {
        let how = if read.is_empty() { "is left out" } else { "becomes several blocks" };
        return lose(format!("@{}: it {how}", owned.kind));
    };
    let keys: Vec<&str> = owned
        .attrs
        .iter()
        .filter(|(key, value)| read.attrs.get(*key) != Some(*value))
        .map(|(key, _)| key.as_str())
        .collect();
    if !keys.is_empty() {
        lose(format!("attributes of @{}: {}", owned.kind, keys.join(", ")));
    }
    if read.kind != owned.kind {
        lose(format!("@{}: it reads back as @{}", owned.kind, read.kind));
    } else if read.content != owned.content {
        lose(format!("mark-up or white space in @{}", owned.kind));
    }
}
