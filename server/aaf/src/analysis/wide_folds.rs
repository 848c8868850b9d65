//! The folds of elements that start in one chunk of a page and end in another.

use std::collections::HashMap;
use std::ops::Range;

use agmark_syntax::{Document, Fold, FoldKind, work};

use super::chunk::PageChunk;
use crate::syntax::html::{EndTag, end_tag, is_implied};

/// An element that is open where its chunk ends.
struct Open {
    name: String,
    /// From its start tag to the end of its chunk.
    here: Range<usize>,
    /// Where its content starts.
    content: usize,
}

/// A start tag or an end tag whose other tag is in another chunk: the name and the whole, in the document.
struct Edge {
    name: Range<usize>,
    tag: Range<usize>,
    starts: bool,
}

/// The folds of elements that have no end in the chunk of their start.
pub fn wide_folds(document: &Document) -> Vec<Fold> {
    let mut folds = Folds { document, folds: Vec::new(), trimmed: HashMap::new() };
    let mut open: Vec<Open> = Vec::new();
    for (start, chunk) in document.chunks().iter() {
        let Some(page) = PageChunk::of(chunk) else { continue };
        let end = start + chunk.len();
        for edge in edges(page, start) {
            work::add(1);
            let name = document.text().slice(edge.name).into_owned();
            if edge.starts {
                open.push(Open { name, here: edge.tag.start..end, content: edge.tag.end });
                continue;
            }
            let EndTag::Ends(count) = end_tag(open.iter().rev().map(|one| one.name.as_str()), &name) else {
                continue;
            };
            for (number, one) in open.split_off(open.len() - count).iter().enumerate() {
                // An element that may end without an end tag ended before its parent.
                let implied = number > 0 && is_implied(&one.name);
                folds.add(one, if implied { one.here.end } else { edge.tag.start });
            }
        }
    }
    for one in &open {
        let implied = is_implied(&one.name);
        folds.add(one, if implied { one.here.end } else { document.text().len() });
    }
    folds.folds
}

/// The tags in a chunk whose other tag is in another one, in the order of the text.
fn edges(page: &PageChunk, start: usize) -> Vec<Edge> {
    let range = |range: &Range<usize>| range.start + start..range.end + start;
    let dom = page.page.dom();
    let starts = dom.unended.iter().filter_map(|index| dom.elements.get(*index));
    let starts =
        starts.map(|one| Edge { name: range(&one.tag.name), tag: range(&one.tag.span), starts: true });
    let ends =
        dom.stray.iter().map(|one| Edge { name: range(&one.name), tag: range(&one.span), starts: false });
    let mut edges: Vec<Edge> = starts.chain(ends).collect();
    edges.sort_by_key(|edge| edge.tag.start);
    edges
}

struct Folds<'d> {
    document: &'d Document,
    folds: Vec<Fold>,
    /// Offsets without the blanks before them.
    trimmed: HashMap<usize, usize>,
}

impl Folds<'_> {
    /// Folds an element whose content ends at `end`.
    fn add(&mut self, element: &Open, end: usize) {
        let document = self.document;
        let last = *self.trimmed.entry(end).or_insert_with(|| trimmed(document, end));
        let last = last.max(element.content);
        let lines = document.text();
        if lines.line_of(element.here.start) < lines.line_of(last) {
            self.folds.push(Fold { span: (element.here.start..last).into(), kind: FoldKind::Block });
        }
    }
}

/// The offset after the last character before `end` that is not blank.
fn trimmed(document: &Document, mut end: usize) -> usize {
    while end > 0 {
        let from = document.text().floor(end.saturating_sub(256));
        let kept = document.text().slice(from..end).trim_end().len();
        work::add(end - from - kept);
        if kept > 0 {
            return from + kept;
        }
        end = from;
    }
    0
}
