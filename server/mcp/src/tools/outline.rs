//! `outline`: the documents, and the elements of one.

use std::collections::BTreeMap;

use agmark_syntax::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::elements::{self, shortened};
use super::targets;
use crate::{Access, Answer, Context, Paging, Row, Tool, ToolError, ToolInfo};

/// The number of levels of a document, unless the call asks for another number.
const LEVELS: usize = 2;

pub struct Outline;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// File to outline; without it, the documents are listed. A folder lists those below it
    #[serde(default)]
    path: Option<String>,
    /// Only below this element
    #[serde(default)]
    name: Option<String>,
    /// Levels to show (default 2)
    #[serde(default)]
    levels: Option<usize>,
    #[serde(flatten)]
    paging: Paging,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    entries: Vec<Entry>,
}

/// An element, or a document of the list.
#[derive(Serialize, JsonSchema)]
struct Entry {
    /// The name, or the path of a document
    name: String,
    /// What it is
    detail: String,
    line: usize,
    level: usize,
    /// The number of elements below it
    below: usize,
    /// The id that references use
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
}

impl Tool for Outline {
    const INFO: ToolInfo = ToolInfo {
        name: "outline",
        title: "Outline documents",
        description: "Lists the documents of the roots or, with a path, the elements of one document with their ids and \
                      lines, by levels.",
        examples: &[],
        access: Access::Read,
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let named = input.path.as_deref().map(|path| context.file_path(path));
        match named {
            Some(path) if !path.as_ref().is_ok_and(|path| path.absolute().is_dir()) => {
                of_document(context, &input)
            }
            _ => list(context, &input),
        }
    }
}

fn list(context: &Context, input: &Input) -> Result<Answer<Output>, ToolError> {
    let index = context.index()?;
    let files = targets::documents(context, &index, input.path.as_deref())?;
    let rows = input.paging.page(context, files.len(), |number| {
        let path = &files[number];
        let file = index.file(path.absolute());
        let (detail, below) = file.map_or(("", 0), |file| (file.format, file.symbols().len()));
        let name = path.shown().to_owned();
        let entry = Entry { detail: detail.to_owned(), line: 1, level: 0, below, id: None, name };
        Ok(Row::new(format!("{path} {detail} {below}"), entry))
    })?;
    let (page, entries, text) = rows.into_parts();
    let text = if text.is_empty() { "no documents\n".to_owned() } else { text };
    Ok(Answer::new(text, Output { entries }).with_page(page))
}

fn of_document(context: &Context, input: &Input) -> Result<Answer<Output>, ToolError> {
    let written = input.path.as_deref().unwrap_or_default();
    let path = context.file_path(written)?;
    if !path.exists() {
        return Err(targets::no_file(context, &context.index()?, &path));
    }
    let file = context.load(written)?;
    let document = file.document()?;
    let levels = input.levels.unwrap_or(LEVELS).max(1);
    let all = elements::rows(document);
    let within = match &input.name {
        Some(name) => elements::find(&file, name)?.first().map(|element| element.span),
        None => None,
    };
    let inside = |span: Span| within.is_none_or(|w| w.start <= span.start && span.end <= w.end);
    let base = all.iter().find(|row| inside(row.span)).map_or(0, |row| row.level);
    let ids = ids(document);
    let shown: Vec<usize> =
        (0..all.len()).filter(|at| inside(all[*at].span) && all[*at].level < base + levels).collect();
    let rows = input.paging.page(context, shown.len(), |number| {
        let at = shown[number];
        let row = &all[at];
        let below = all[at + 1..].iter().take_while(|next| next.level > row.level).count();
        let entry = Entry {
            name: shortened(row.symbol.name),
            detail: row.symbol.detail.to_string(),
            line: elements::line(document, row.span.start),
            level: row.level - base,
            below,
            id: ids.get(&row.span.start).cloned(),
        };
        Ok(Row::new(line(&entry), entry))
    })?;
    let (page, entries, text) = rows.into_parts();
    let text = if text.is_empty() { format!("{path}: no elements\n") } else { text };
    Ok(Answer::new(text, Output { entries }).with_page(page))
}

/// The first defined name of each element, by the start of the element.
fn ids(document: &agmark_syntax::Document) -> BTreeMap<u32, String> {
    let mut ids = BTreeMap::new();
    for (start, chunk) in document.chunks().iter() {
        for definition in &chunk.analysis().definitions {
            let at = definition.whole.shifted(start).start;
            ids.entry(at).or_insert_with(|| definition.name.text.to_string());
        }
    }
    ids
}

/// `12   Title h1 #id +8`
fn line(entry: &Entry) -> String {
    let mut line = format!("{}{} {}", "  ".repeat(entry.level), entry.line, entry.name);
    if let Some(id) = entry.id.as_ref().filter(|id| !names_id(entry, id)) {
        line.push_str(&format!(" #{id}"));
    }
    if !entry.detail.is_empty() {
        line.push_str(&format!(" {}", entry.detail));
    }
    if entry.below > 0 {
        line.push_str(&format!(" +{}", entry.below));
    }
    line
}

/// Whether the name or the detail already has the id.
fn names_id(entry: &Entry, id: &str) -> bool {
    let plain = |text: &str| text.trim_start_matches(|c: char| !c.is_alphanumeric()) == id;
    plain(&entry.name) || entry.detail.split_whitespace().any(plain)
}
