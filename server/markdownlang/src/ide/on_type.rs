//! Edits after a typed character: Enter in the front matter indents.

use agmark_syntax::{Document, Edit, Span};

use super::cursor::{self, Cursor};

/// An indent level, in spaces.
const LEVEL: usize = 2;

/// The edits after `typed`, which ends at `offset`.
pub(crate) fn on_type(document: &Document, offset: usize, typed: char) -> Vec<Edit> {
    if typed != '\n' {
        return Vec::new();
    }
    let Some(Cursor::Front { content }) = cursor::at(document, offset) else { return Vec::new() };
    let text = document.text();
    let line = text.line_range(text.line_of(offset));
    let here = text.slice(line.start..line.end).into_owned();
    let before = text.slice(content.start as usize..line.start.max(content.start as usize)).into_owned();
    let Some(wanted) = before.lines().next_back().and_then(inner) else { return Vec::new() };
    let indent = here.len() - here.trim_start_matches(' ').len();
    // Existing text keeps its indent.
    if !here.trim().is_empty() || indent >= wanted {
        return Vec::new();
    }
    vec![Edit::replace(Span::new(line.start, line.start + indent), " ".repeat(wanted))]
}

/// The indent of the value of a key whose line ends with its colon.
fn inner(line: &str) -> Option<usize> {
    let rest = line.trim_start_matches(' ');
    if rest.starts_with('#') || !rest.trim_end().ends_with(':') {
        return None;
    }
    // The key of an item is after its dash.
    let item = rest.trim_start_matches(['-', ' ']);
    Some(line.len() - item.len() + LEVEL)
}
