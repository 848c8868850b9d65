//! The changes of formatting, joined from those of chunks.
//!
//! Formatting can move a blank line between two chunks from one to the other. Therefore chunks are compared without
//! the line feeds at their ends, and the line feeds between chunks are counted.

use std::sync::Arc;

use crate::format::chunk_layout::Layout;
use crate::format::layout::format_chunks;
use crate::format::line_edits::line_edits;
use crate::{Document, Edit, Span};

/// A change of formatting.
pub struct LayoutChange {
    pub whole: Edit,
    /// The same change by lines.
    pub edits: Vec<Edit>,
}

/// The edits that bring a document into canonical form, in the order of the text; `None` if its format has no
/// formatting. Only chunks that changed since the last call are formatted.
pub fn layout_edits(document: &Document) -> Option<Vec<Edit>> {
    if !document.format().info().can_format {
        return None;
    }
    let layouts = layouts(document);
    let ending = document.text().ending();
    if !layouts.iter().all(|(_, _, layout)| layout.has_only(ending)) {
        return edits_of_chunks(document);
    }
    Some(join(&layouts).into_iter().flat_map(|change| change.edits).collect())
}

/// The changes of formatting, one for each chunk that changes and one for each different number of line feeds between
/// two chunks.
pub(crate) fn changes(document: &Document) -> Vec<LayoutChange> {
    join(&layouts(document))
}

/// The layout of each chunk, with its start and length.
type Layouts = Vec<(usize, usize, Arc<Layout>)>;

fn layouts(document: &Document) -> Layouts {
    let format = &**document.format();
    let end = document.text().len();
    document.map_chunks(|start, chunk| {
        let text = || document.chunk_text(start, chunk);
        (start, chunk.len(), chunk.layout(format, start + chunk.len() == end, text))
    })
}

fn join(layouts: &Layouts) -> Vec<LayoutChange> {
    let mut out = Vec::new();
    let mut between = Between::default();
    for (start, len, layout) in layouts {
        between.old += layout.old.0;
        between.new += layout.new.0;
        between.bytes += layout.bytes.0;
        if layout.empty {
            continue;
        }
        out.extend(between.change());
        let shifted = |edit: &Edit| Edit { span: edit.span.shifted(*start), text: edit.text.clone() };
        out.extend(layout.edit.as_ref().map(|edit| LayoutChange {
            whole: shifted(edit),
            edits: layout.edits.iter().map(shifted).collect(),
        }));
        let bytes = layout.bytes.1;
        between = Between { at: start + len - bytes, bytes, old: layout.old.1, new: layout.new.1 };
    }
    out.extend(between.change());
    out
}

/// The line feeds between two chunks.
#[derive(Default)]
struct Between {
    at: usize,
    bytes: usize,
    old: usize,
    new: usize,
}

impl Between {
    fn change(&self) -> Option<LayoutChange> {
        let end = self.at + self.bytes;
        let whole = || Edit::replace(Span::new(self.at, end), "\n".repeat(self.new));
        (self.old != self.new).then(|| LayoutChange { whole: whole(), edits: vec![self.difference(end)] })
    }

    /// The change without the line feeds that stay. All of them have the same length.
    fn difference(&self, end: usize) -> Edit {
        let kept = self.bytes.checked_div(self.old).unwrap_or(0) * self.old.min(self.new);
        Edit::replace(Span::new(self.at + kept, end), "\n".repeat(self.new.saturating_sub(self.old)))
    }
}

/// Like [`layout_edits`] for a document with several line endings, of which formatting leaves one.
fn edits_of_chunks(document: &Document) -> Option<Vec<Edit>> {
    let text = document.text();
    let formatted = format_chunks(document)?;
    let mut out = Vec::new();
    let ends = formatted.iter().skip(1).map(|(start, _)| *start).chain([text.len()]);
    // Adjacent changed pieces are compared together, because a blank line may move from one to the next.
    let mut run: Option<(usize, String, String)> = None;
    for ((start, piece), end) in formatted.iter().zip(ends) {
        let old = text.slice(*start..end);
        if old != piece.text {
            let (_, before, after) = run.get_or_insert_with(|| (*start, String::new(), String::new()));
            before.push_str(&old);
            after.push_str(&piece.text);
        } else if let Some(run) = run.take() {
            out.extend(shifted(run));
        }
    }
    out.extend(run.map(shifted).unwrap_or_default());
    Some(out)
}

/// The edits of a piece of the document that starts at the given offset.
fn shifted((start, old, new): (usize, String, String)) -> Vec<Edit> {
    line_edits(&old, &new).into_iter().map(|e| Edit { span: e.span.shifted(start), ..e }).collect()
}
