//! Extracts text into a context and replaces it with a reference.

use agmark_syntax::{Action, ActionKind, Change, Document, Edit, Name, Span, without_ending};

use crate::analysis::namespaces::ID;
use crate::ide::cursor::CursorContext;
use crate::syntax::content::content;
use crate::syntax::line_class::QUOTES;
use crate::syntax::line_item::{ItemKind, LineItem};
use crate::syntax::structure::Structure;
use crate::syntax::syntax_kind::SyntaxKind;
use crate::syntax::value;

/// A text that can be a context.
struct ExtractedContent {
    text: String,
    language: Option<String>,
    /// The edits that replace the text with the reference.
    edits: Vec<Edit>,
}

pub(super) fn action(
    document: &Document,
    around: &CursorContext,
    structure: &Structure<'_>,
    selection: Span,
) -> Option<Action> {
    let at = around.at(selection.start as usize);
    let end = around.at(selection.end as usize).max(at);
    if (selection.end as usize) > around.start + around.text.len() {
        return None;
    }
    let item =
        structure.items.iter().find(|i| i.range.start <= at && at < i.range.end && end <= i.range.end)?;
    let owner = item.owner.filter(|_| !item.stray)?;
    // Contexts and diffs already have names. The definition of a command is not part of the prompt.
    if owner.kind.is("Context") || owner.kind.is("Diff") || owner.documented {
        return None;
    }
    let index = owner.header?;
    let id = unused(document, &structure.headers.get(index)?.name.to_lowercase());
    let part = if at == end {
        whole(structure, item, index, &id)?
    } else {
        selected(structure, item, at, end, &id)?
    };
    if part.text.trim().is_empty() {
        return None;
    }
    let mut edits: Vec<Edit> =
        part.edits.into_iter().map(|e| Edit { span: e.span.shifted(around.start), ..e }).collect();
    let top = top(document, around.start + item.range.start)?;
    edits.insert(
        0,
        Edit::insert(top, context(&id, &part.text, part.language.as_deref(), around.unit(structure))?),
    );
    let title = format!("extract the text into the context \"{id}\"");
    Some(Action { title, kind: ActionKind::Extract, change: Change::Edits(edits) })
}

/// All of a value or a content.
fn whole(structure: &Structure<'_>, item: &LineItem<'_>, index: usize, id: &str) -> Option<ExtractedContent> {
    let text = structure.text;
    if let ItemKind::Parameter(_) = item.kind {
        let part = item.parts.value?;
        let extracted = match part.kind {
            SyntaxKind::TextBlock => content(item, text)?,
            SyntaxKind::String => value::words(part, text)?.into_owned(),
            _ => return None,
        };
        let edits = vec![Edit::replace(part.span(), format!("@{id}"))];
        return Some(ExtractedContent { text: extracted, language: None, edits });
    }
    if !matches!(item.kind, ItemKind::Body | ItemKind::Code | ItemKind::Content | ItemKind::Text)
        || item.parts.broken
    {
        return None;
    }
    let header = structure.headers.get(index)?;
    let head = structure.items.get(header.item)?;
    // The reference replaces the only content, on the line of the header.
    let bare = header.in_line.is_empty() && head.parts.value.is_none() && !head.parts.broken;
    if !bare || header.contents.len() != 1 {
        return None;
    }
    let extracted = match item.parts.value.filter(|v| v.kind == SyntaxKind::String) {
        Some(part) => value::words(part, text)?.into_owned(),
        None => content(item, text)?,
    };
    let language = item.parts.block.and_then(|b| b.language).map(|span| span.text(text).to_owned());
    let edits = vec![
        Edit::insert(header.name_span.end as usize, format!(": @{id}")),
        Edit::delete(item.range.clone().into()),
    ];
    Some(ExtractedContent { text: extracted, language, edits })
}

/// A selected part of a text. The reference becomes a word of the text.
fn selected(
    structure: &Structure<'_>,
    item: &LineItem<'_>,
    at: usize,
    end: usize,
    id: &str,
) -> Option<ExtractedContent> {
    let text = structure.text;
    if !matches!(item.kind, ItemKind::Body | ItemKind::Text | ItemKind::Content | ItemKind::Code) {
        return None;
    }
    let inside = match item.parts.block {
        Some(block) => block.inside?,
        None if item.is_text() => item.range.clone().into(),
        None => return None,
    };
    if at < inside.start as usize || end > inside.end as usize {
        return None;
    }
    let picked = text.get(at..end)?;
    let lead = picked.len() - picked.trim_start().len();
    let tail = picked.len() - picked.trim_end().len();
    let (at, end) = (at + lead, end.saturating_sub(tail));
    if at >= end {
        return None;
    }
    // Lines keep their relative indents.
    let line = text.get(..at)?.rsplit('\n').next().unwrap_or("");
    let margin = if line.trim().is_empty() { line.len() } else { crate::syntax::content::spaces(line) };
    let lines = text.get(at..end)?.split('\n').enumerate().map(|(i, line)| match i {
        0 => line,
        _ => line.get(crate::syntax::content::spaces(line).min(margin)..).unwrap_or(""),
    });
    let extracted: Vec<&str> = lines.map(without_ending).collect();
    let edits = vec![Edit::replace(Span::new(at, end), format!("@{id}"))];
    Some(ExtractedContent { text: extracted.join("\n"), language: None, edits })
}

/// The context, with a blank line after it; `None` for a text that no block can contain.
fn context(id: &str, text: &str, language: Option<&str>, unit: u32) -> Option<String> {
    let indent = " ".repeat(unit as usize);
    let (open, close) = if language.is_some() || text.contains(QUOTES) {
        let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest.max(2) + 1);
        (format!("{fence}{}", language.unwrap_or("")), fence)
    } else {
        (QUOTES.to_owned(), QUOTES.to_owned())
    };
    let line = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("{indent}{line}\n") };
    let body: String = text.trim_end_matches('\n').split('\n').map(line).collect();
    Some(format!(".Context id={id}\n{indent}{open}\n{body}{indent}{close}\n\n"))
}

/// The start of the top-level header above an offset.
fn top(document: &Document, offset: usize) -> Option<usize> {
    document.chunks().back_from(offset + 1).find_map(|(start, chunk)| {
        let symbols = chunk.analysis().symbols.iter();
        let tops = symbols.filter(|s| s.depth == 0).map(|s| s.selection.shifted(start).start as usize);
        tops.filter(|at| *at <= offset)
            .last()
            .map(|at| document.text().line_start(document.text().line_of(at)))
    })
}

/// An id that is free in the document.
fn unused(document: &Document, word: &str) -> String {
    let taken = |id: &str| document.names().get(&Name::new(ID, id)).is_some();
    let first = format!("{word}-text");
    let numbered = (2..).map(|n| format!("{word}-text-{n}"));
    std::iter::once(first).chain(numbered).find(|id| !taken(id)).unwrap_or_default()
}
