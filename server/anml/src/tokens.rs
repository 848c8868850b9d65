//! What a document costs a model, in tokens of cl100k, and what the same content would cost in other forms.

mod html;
mod json;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::io;

pub use agmark_tokens::count;

use crate::syntax::chars::is_blank;
use crate::syntax::entry::{DocumentPart, Entry, EntryKind, each};
use crate::syntax::stream::{Pieces, ReadError};
use crate::view::{self, Filter, Options, ViewError};
use html::Html;
use json::Json;

/// What a document costs. Numbers are tokens of cl100k.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The whole document.
    pub whole: usize,
    /// Its front matter with its fences.
    pub front: usize,
    /// The elements of the top level with all below them, and other lines there, in order.
    pub parts: Vec<Part>,
    /// What `view --filter interactive` writes of it; none of a diff.
    pub interactive: Option<usize>,
    /// The same content as HTML, and as JSON.
    pub html: usize,
    pub json: usize,
}

/// A part of the top level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Role, ref and name of an element, or the first words of another line.
    pub title: String,
    /// Its first line, from 1.
    pub line: u64,
    pub tokens: usize,
}

impl Cost {
    /// The counts as lines for a person.
    #[must_use]
    pub fn table(&self) -> String {
        let mut out = String::new();
        let mut row = |tokens: usize, what: &str| {
            let _ = writeln!(out, "{tokens:>8}  {what}");
        };
        row(self.whole, "the document");
        if self.front > 0 {
            row(self.front, "  front matter");
        }
        for part in &self.parts {
            row(part.tokens, &format!("  line {}: {}", part.line, part.title));
        }
        if let Some(interactive) = self.interactive {
            row(interactive, "what agents act on: view --filter interactive");
        }
        row(self.html, "the same content as HTML");
        row(self.json, "the same content as JSON");
        out
    }
}

/// Titles are cut off here, in characters.
const TITLE: usize = 60;

/// Counts what a document and its other forms cost.
///
/// # Errors
/// When it has no place to cut for too long.
pub fn cost(text: &str) -> Result<Cost, ReadError> {
    let mut cost = Cost::default();
    let (mut html, mut json) = (Html::default(), Json::default());
    let mut pieces = Pieces::new(text.as_bytes());
    while let Some(piece) = pieces.piece()? {
        cost.whole += count(&piece.text);
        // Tokens end at the end of a line, so that the counts of parts add up.
        let mut marks: Vec<(usize, Option<String>)> = Vec::new();
        let mut front = 0;
        each(&piece.text, piece.context.clone(), &mut |item| match item {
            DocumentPart::Front(matter) => {
                front = line_end(&piece.text, matter.span.end as usize);
                for entry in &matter.entries {
                    let (key, value) = (entry.key.text(&piece.text), entry.value.text(&piece.text));
                    html.meta(key, &crate::syntax::front_line::unquoted(value));
                    json.meta(key, &crate::syntax::front_line::unquoted(value));
                }
            }
            DocumentPart::Line(entry) => {
                if entry.body.depth == 0 {
                    marks.push((line_start(&piece.text, entry.span.start as usize), Some(title(&entry))));
                }
                html.line(&entry);
                json.line(&entry);
            }
        });
        cost.front += count(&piece.text[..front]);
        let first = marks.first().map_or(piece.text.len(), |(start, _)| *start).max(front);
        if let Some(last) = cost.parts.last_mut() {
            last.tokens += count(&piece.text[front..first]);
        }
        let ends: Vec<usize> =
            marks.iter().skip(1).map(|(start, _)| *start).chain([piece.text.len()]).collect();
        for ((start, title), end) in marks.into_iter().zip(ends) {
            let feeds = memchr::memchr_iter(b'\n', &piece.text.as_bytes()[..start]).count();
            cost.parts.push(Part {
                title: title.unwrap_or_default(),
                line: piece.line + feeds as u64,
                tokens: count(&piece.text[start..end]),
            });
        }
    }
    cost.html = count(&html.finish());
    cost.json = count(&json.finish());
    cost.interactive = interactive(text)?;
    Ok(cost)
}

/// What the interactive view of a document costs; none of a diff.
///
/// # Errors
/// When it has no place to cut for too long.
pub fn interactive(text: &str) -> Result<Option<usize>, ReadError> {
    let options = Options { filter: Some(Filter::interactive()), ..Options::default() };
    let mut tokens = 0;
    // It is written in whole lines.
    let viewed = view::view(|| Ok(text.as_bytes()), &options, &mut |part| {
        tokens += count(part);
        io::Result::Ok(())
    });
    match viewed {
        Ok(_) => Ok(Some(tokens)),
        Err(ViewError::Read(error)) => Err(error),
        Err(ViewError::IsDiff | ViewError::NoSuchRef(_) | ViewError::Write(_)) => Ok(None),
    }
}

/// The title of a top-level line.
fn title(entry: &Entry<'_>) -> String {
    let mut title = match &entry.kind {
        EntryKind::Element(element) => {
            let end = element.name.or(element.reference).unwrap_or(element.role).span.end;
            entry.text[element.role.span.start as usize..end as usize].to_owned()
        }
        _ => entry.span.text(entry.text).to_owned(),
    };
    if let Some((at, _)) = title.char_indices().nth(TITLE) {
        title.truncate(at);
        title.push('…');
    }
    title
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |feed| feed + 1)
}

/// The offset after the line with `at` and the following blank lines.
fn line_end(text: &str, at: usize) -> usize {
    let mut end = at + text[at..].find('\n').map_or(text.len() - at, |feed| feed + 1);
    while let Some(feed) = text[end..].find('\n') {
        if !text[end..end + feed].bytes().all(is_blank) {
            break;
        }
        end += feed + 1;
    }
    end
}
