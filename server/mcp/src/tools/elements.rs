//! The elements of a document by their names: blocks, elements, directives, actions, fields.

use agmark_syntax::outline::{self, Row as OutlineRow};
use agmark_syntax::{Document, Encoding, Name, Span, SymbolRef};

use crate::{LoadedFile, ToolError};

/// The most letters of a line that a row shows.
const LINE: usize = 120;

/// A named element.
pub struct Element {
    /// The name as the document writes it.
    pub name: String,
    /// The element with everything below it.
    pub span: Span,
    /// The span of the name.
    pub name_span: Span,
    /// The defined name, if it is one that references use.
    pub definition: Option<Name>,
}

/// The elements with a name, in order. A name may have the sign with which references are written: `#task`. `L12` is
/// the innermost element on a line.
///
/// # Errors
/// If there is none; the message names the nearest.
pub fn find(file: &LoadedFile, written: &str) -> Result<Vec<Element>, ToolError> {
    let document = file.document()?;
    let name = written.trim();
    if let Some(line) = name.strip_prefix('L').and_then(|line| line.parse::<usize>().ok()) {
        return at_line(file, document, line).map(|element| vec![element]);
    }
    let plain = name.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '_');
    let mut found = defined(file, document, name);
    if found.is_empty() && !plain.is_empty() {
        found = defined(file, document, plain);
    }
    if found.is_empty() {
        found = titled(document, &[name, plain]);
    }
    if found.is_empty() {
        return Err(unknown(file, document, name, plain));
    }
    Ok(found)
}

fn defined(file: &LoadedFile, document: &Document, text: &str) -> Vec<Element> {
    let elements = file.defined_names(text).iter().flat_map(|name| {
        document.definitions(name).into_iter().map(move |defined| Element {
            name: document.text().span(defined.span).into_owned(),
            span: with_descendants(document, defined.whole),
            name_span: defined.span,
            definition: Some(name.clone()),
        })
    });
    let mut elements: Vec<_> = elements.collect();
    elements.sort_by_key(|element| element.span);
    elements.dedup_by_key(|element| (element.span, element.name_span));
    elements
}

/// The span of an element with everything below it, if it has something below it.
fn with_descendants(document: &Document, whole: Span) -> Span {
    let Some((start, chunk)) = document.chunk_at(whole.start as usize) else { return whole };
    let extends = |symbol: SymbolRef<'_>| symbol.extends && symbol.span.shifted(start).start == whole.start;
    if !chunk.analysis().symbols.iter().any(extends) {
        return whole;
    }
    let row = rows(document).into_iter().find(|row| row.span.start == whole.start);
    row.map_or(whole, |row| row.span)
}

/// The elements with a title.
fn titled(document: &Document, names: &[&str]) -> Vec<Element> {
    let rows = rows(document);
    let exact = rows.iter().filter(|row| names.contains(&row.symbol.name));
    let mut found: Vec<_> = exact.map(|row| element(document, row)).collect();
    if found.is_empty() {
        let wanted = names.first().map(|name| name.to_lowercase()).unwrap_or_default();
        let same = rows.iter().filter(|row| row.symbol.name.to_lowercase() == wanted);
        found = same.map(|row| element(document, row)).collect();
    }
    found
}

fn element(document: &Document, row: &OutlineRow<'_>) -> Element {
    let encoding = Encoding::default();
    let text = document.text();
    let (from, to) = (text.offset(row.selection.0, encoding), text.offset(row.selection.1, encoding));
    Element {
        name: row.symbol.name.to_string(),
        span: row.span,
        name_span: Span::new(from, to),
        definition: None,
    }
}

fn at_line(file: &LoadedFile, document: &Document, line: usize) -> Result<Element, ToolError> {
    let text = document.text();
    let lines = file.text.lines().count();
    if line == 0 || line > lines {
        let what = format_args!("{} has no line {line}", file.path);
        return Err(ToolError::new(what, format_args!("it has {}", counted(lines, "line"))));
    }
    let range = text.line_range(line - 1);
    let written = text.slice(range.clone());
    let at = range.start + written.len() - written.trim_start().len();
    let rows = rows(document);
    let around = rows.iter().filter(|row| row.span.start as usize <= at && at <= row.span.end as usize);
    let innermost = around.max_by_key(|row| (row.level, row.span.start));
    Ok(match innermost {
        Some(row) => element(document, row),
        None => Element {
            name: format!("L{line}"),
            span: Span::new(range.start, range.end),
            name_span: Span::new(range.start, range.end),
            definition: None,
        },
    })
}

fn unknown(file: &LoadedFile, document: &Document, name: &str, plain: &str) -> ToolError {
    let defined = document.defined_names();
    let titles = rows(document);
    let known = defined.iter().map(|name| &*name.text).chain(titles.iter().map(|row| row.symbol.name));
    let known: Vec<_> = known.take(20_000).collect();
    let what = format_args!("no element {name} in {}", file.path);
    ToolError::unknown(what, plain, known, "call `outline` for the names")
}

/// All elements of a document in order, each followed by those below it.
pub fn rows(document: &Document) -> Vec<OutlineRow<'_>> {
    outline::rows(document, Encoding::default())
}

/// The line of an offset, from 1.
pub fn line(document: &Document, offset: u32) -> usize {
    document.text().line_of(offset as usize) + 1
}

/// The last line of a span, from 1.
pub fn last_line(document: &Document, span: Span) -> usize {
    let end = (span.end as usize).saturating_sub(1).max(span.start as usize);
    document.text().line_of(end) + 1
}

/// The text of the line of an offset, shortened.
pub fn line_text(document: &Document, offset: u32) -> String {
    let text = document.text();
    let line = text.slice(text.line_range(text.line_of(offset as usize)));
    shortened(line.trim())
}

/// The start of a line.
pub fn shortened(line: &str) -> String {
    match line.char_indices().nth(LINE) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}

/// A number with its noun: `1 file`, `2 files`.
pub fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
