//! AGD to Markdown.

mod inline;
mod table;

use std::collections::HashSet;

use super::converted::{Converted, Loss};
use super::from_md::{blocks, front_matter};
use super::markdown_markers::TextStart;
use super::stand_ins::{FRONT_MATTER, MARKDOWN, RULE};
use crate::ast::{Block, Kind, OwnedBlock, Value};
use crate::document::Document;
use crate::lexical::line::is_name;

/// The document as Markdown. Reading each block back finds what is lost.
pub fn to_md(document: &Document<'_>) -> Converted {
    let mut out = Converted::default();
    let mut marker = None;
    let mut ids = Vec::new();
    let targets = targets(document);
    let all: Vec<Block<'_>> = document.blocks().collect();
    let (front, taken) = front(&all).unwrap_or_default();
    out.text.push_str(&front);
    for block in all.into_iter().skip(taken) {
        let line = document.line_of(block).unwrap_or(1);
        marker = next_marker(block.kind(), marker);
        let mut text = markdown(block, marker.map_or('-', |(_, marker)| marker));
        if text == "---" && out.text.is_empty() {
            // At the start it would begin a front matter.
            text = "***".to_owned();
        }
        let mut read = blocks(&text).0;
        if let Some(id) = block.id().filter(|id| targets.contains(*id) && !read.is_empty()) {
            text = format!("<a id=\"{id}\"></a>\n\n{text}");
            read = blocks(&text).0;
        }
        if !text.is_empty() {
            if !out.text.is_empty() {
                out.text.push('\n');
            }
            out.text.push_str(&text);
            out.text.push('\n');
        }
        lost(block, &read, line, &mut out.losses);
        let read_id = read.first().and_then(|read| read.id.as_deref());
        ids.extend(block.id().filter(|id| read_id != Some(*id)).map(|_| line));
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

/// The ids that references or links of Markdown and HTML lead to.
fn targets(document: &Document<'_>) -> HashSet<String> {
    let mut out: HashSet<String> =
        document.references().filter(|found| found.file.is_none()).map(|found| found.id).collect();
    for block in document.blocks().map(Block::source) {
        for mark in ["](#", "href=\"#"] {
            for (at, _) in block.match_indices(mark) {
                let rest = &block[at + mark.len()..];
                let length = rest.bytes().take_while(|byte| is_name(*byte)).count();
                out.insert(rest[..length].to_owned());
            }
        }
    }
    out
}

/// The front matter that the first blocks are, and their number.
fn front(all: &[Block<'_>]) -> Option<(String, usize)> {
    let is_rest = |block: &&Block<'_>| raw_type(**block) == Some(FRONT_MATTER.into());
    let meta = all.first().filter(|block| block.kind() == Kind::Meta && block.attributes().next().is_some());
    let rest = all.get(usize::from(meta.is_some())).filter(is_rest);
    let taken = usize::from(meta.is_some()) + usize::from(rest.is_some());
    let attributes = meta.into_iter().flat_map(|block| block.attributes()).map(|a| (a.key, a.value()));
    let body = rest.and_then(|block| block.body()).unwrap_or_default();
    let text = front_matter::write(attributes, &body);
    let same = taken > 0 && blocks(&text).0.into_iter().eq(all[..taken].iter().copied().map(Block::to_owned));
    same.then(|| (format!("{text}\n"), taken))
}

/// The type of a `@raw` block without other attributes.
fn raw_type(block: Block<'_>) -> Option<Value<'_>> {
    let only = block.kind() == Kind::Raw && block.hash().is_none() && block.attributes().count() == 1;
    block.attribute("type").filter(|_| only)
}

/// Adjacent lists of one kind get different markers, or they would be one list.
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
        Kind::Heading(level) => {
            let title = inline::write(block.runs(), TextStart::Heading);
            format!("{} {}", "#".repeat(usize::from(level)), title.trim()).trim_end().to_owned()
        }
        Kind::Paragraph => inline::line(block.runs(), TextStart::Paragraph, ""),
        Kind::Ref => inline::write(block.runs(), TextStart::Paragraph),
        Kind::Extension if is_rule(block) => "---".to_owned(),
        Kind::Meta | Kind::Include | Kind::Comment => comment(&block.canonical()),
        Kind::Extension if block.body().is_none() => comment(&block.canonical()),
        Kind::List => items(block, |_| format!("{marker} ")),
        Kind::NumberedList => {
            let first = match block.attribute("start") {
                Some(Value::Int(first)) => usize::try_from(first).unwrap_or(1),
                _ => 1,
            };
            items(block, |index| format!("{}{marker} ", first.saturating_add(index)))
        }
        Kind::Quote => quote(block),
        Kind::Code => fence(block, &info(block)),
        Kind::Raw | Kind::Table | Kind::Extension => verbatim(block).unwrap_or_else(|| {
            let header = block.canonical();
            let header = header.lines().next().unwrap_or("").to_owned();
            fence(block, &escaped(&header))
        }),
    }
}

fn is_rule(block: Block<'_>) -> bool {
    block.source() == format!("@{RULE}")
}

/// A block that Markdown also has: a table, HTML, or Markdown that was kept.
fn verbatim(block: Block<'_>) -> Option<String> {
    if block.kind() == Kind::Table {
        return table::write(block).filter(|text| blocks(text).0 == [block.to_owned()]);
    }
    let body = block.body()?;
    match raw_type(block)?.as_text()? {
        "html" => {
            let same = |read: &[OwnedBlock]| matches!(read, [read] if read.kind == "raw" && read.content == block.to_owned().content);
            alone(&body).is_some_and(|read| same(&read)).then(|| body.into_owned())
        }
        MARKDOWN => alone(&body).filter(|read| !read.is_empty()).map(|_| body.into_owned()),
        _ => None,
    }
}

/// The blocks of Markdown text that closes all that it opens, so that it does not contain the text after it.
fn alone(text: &str) -> Option<Vec<OwnedBlock>> {
    let end = "the end";
    let mut read = blocks(&format!("{text}\n\n{end}")).0;
    read.pop().filter(|last| last.canonical() == format!("@p {end}")).map(|_| read)
}

/// Content that Markdown cannot express, in a comment, so that it is not lost.
fn comment(source: &str) -> String {
    if source.contains("-->") { String::new() } else { format!("<!-- {source} -->") }
}

fn items(block: Block<'_>, marker: impl Fn(usize) -> String) -> String {
    let lines = block.items().runs().enumerate().map(|(index, runs)| {
        format!("{}{}", marker(index), inline::line(runs, TextStart::Item, "")).trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn quote(block: Block<'_>) -> String {
    let mut lines = Vec::new();
    let mut before = "";
    for runs in block.items().runs() {
        let line = inline::line(runs, TextStart::QuoteLine, before);
        before = if line.is_empty() { "" } else { "x\n" };
        lines.push(format!("> {line}").trim_end().to_owned());
    }
    lines.join("\n")
}

/// The text after the fence of a `@code`.
fn info(block: Block<'_>) -> String {
    let word = |key| block.attribute(key).map(|value| value.to_string());
    match (word("lang"), word("info")) {
        (Some(lang), Some(info)) => escaped(&format!("{lang} {info}")),
        (Some(lang), None) => escaped(&lang),
        (None, _) => String::new(),
    }
}

fn escaped(info: &str) -> String {
    info.replace('\\', "\\\\").replace('&', "\\&")
}

/// A fence that the body does not close, of tildes if the text after it contains backticks.
fn fence(block: Block<'_>, info: &str) -> String {
    let body = block.body().unwrap_or_default();
    let c = if info.contains('`') { '~' } else { '`' };
    let longest = body.lines().map(|line| line.trim_start().chars().take_while(|found| *found == c).count());
    let fence = c.to_string().repeat(longest.max().unwrap_or(0).max(2) + 1);
    let end = if body.is_empty() { "" } else { "\n" };
    format!("{fence}{info}\n{body}{end}{fence}")
}

/// Reports the parts of a block that do not come back.
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
        lose(format!("markup or white space in @{}", owned.kind));
    }
}
