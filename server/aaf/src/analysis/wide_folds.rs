//! The folds of elements that start in one chunk of a page and end in another.

use std::ops::Range;
use std::sync::Arc;

use agmark_syntax::cached_parts::CachedPart;
use agmark_syntax::{Document, Fold, FoldKind, work};

use super::chunk::PageChunk;
use super::page_part::PagePart;
use crate::page::Page;
use crate::page::read_options::ReadOptions;
use crate::syntax::html::{EndTag, end_tag, is_implied};

/// An element that is open where its chunk ends.
struct Open<'e> {
    name: &'e str,
    /// From its start tag to the end of its chunk.
    here: Range<usize>,
    /// Where its content starts.
    content: usize,
}

/// A start tag or an end tag whose other tag is in another chunk. Offsets count from the start of the chunk.
struct Edge {
    name: Box<str>,
    tag: Range<usize>,
    starts: bool,
    /// The offset after the last character before the tag that is not blank, if the chunk has one.
    trimmed: Option<usize>,
}

/// The edges of a chunk in the order of the text.
struct Edges(Box<[Edge]>);

impl CachedPart for Edges {
    fn size(&self) -> usize {
        size_of::<Self>() + self.0.iter().map(|edge| size_of_val(edge) + edge.name.len()).sum::<usize>()
    }
}

impl Edges {
    fn of(page: &Page<'_>) -> Self {
        let (dom, text) = (&page.dom, page.text);
        let starts = dom.unended.iter().filter_map(|index| dom.elements.get(*index));
        let starts = starts.map(|one| (&one.tag.name, &one.tag.span, true));
        let ends = dom.stray.iter().map(|one| (&one.name, &one.span, false));
        let edge = |(name, tag, starts): (&Range<usize>, &Range<usize>, bool)| {
            let before = text.get(..tag.start).unwrap_or_default().trim_end().len();
            work::add(tag.start - before);
            Edge {
                name: text.get(name.clone()).unwrap_or_default().into(),
                tag: tag.clone(),
                starts,
                trimmed: (before > 0).then_some(before),
            }
        };
        let mut edges: Vec<Edge> = starts.chain(ends).map(edge).collect();
        edges.sort_by_key(|edge| edge.tag.start);
        Self(edges.into())
    }
}

/// The folds of elements that have no end in the chunk of their start.
pub fn wide_folds(document: &Document, reading: ReadOptions<'_>) -> Vec<Fold> {
    // Several threads read the chunks when their edges are first needed.
    let kept = document.map_chunks(|start, chunk| {
        PageChunk::of(chunk).filter(|page| page.has_open_tags)?;
        let edges = chunk.cached(0, || Edges::of(&PagePart::at(document, start).page(reading)));
        Some((start, start + chunk.len(), edges))
    });
    let kept: Vec<(usize, usize, Arc<Edges>)> = kept.into_iter().flatten().collect();
    let mut folds = Folds { document, folds: Vec::new() };
    let mut open: Vec<Open<'_>> = Vec::new();
    for (start, end, edges) in &kept {
        for edge in &edges.0 {
            let tag = edge.tag.start + start..edge.tag.end + start;
            if edge.starts {
                open.push(Open { name: &edge.name, here: tag.start..*end, content: tag.end });
                continue;
            }
            let EndTag::Ends(count) = end_tag(open.iter().rev().map(|one| one.name), &edge.name) else {
                continue;
            };
            let last = edge.trimmed.map_or_else(|| trimmed(document, *start), |trimmed| trimmed + start);
            for (number, one) in open.split_off(open.len() - count).iter().enumerate() {
                // An element that may end without an end tag ended before its parent.
                let implied = number > 0 && is_implied(one.name);
                folds.add(one, if implied { trimmed(document, one.here.end) } else { last });
            }
        }
    }
    let last = trimmed(document, document.text().len());
    for one in &open {
        folds.add(one, if is_implied(one.name) { trimmed(document, one.here.end) } else { last });
    }
    folds.folds
}

struct Folds<'d> {
    document: &'d Document,
    folds: Vec<Fold>,
}

impl Folds<'_> {
    /// Folds an element whose last character that is not blank is before `last`.
    fn add(&mut self, element: &Open<'_>, last: usize) {
        let last = last.max(element.content);
        let lines = self.document.text();
        if lines.line_of(element.here.start) < lines.line_of(last) {
            self.folds.push(Fold { span: (element.here.start..last).into(), kind: FoldKind::Block });
        }
    }
}

/// The offset after the last character before `end` that is not blank.
fn trimmed(document: &Document, mut end: usize) -> usize {
    let mut step = 16;
    while end > 0 {
        let from = document.text().floor(end.saturating_sub(step));
        let kept = document.text().slice(from..end).trim_end().len();
        if kept > 0 {
            return from + kept;
        }
        end = from;
        step *= 2;
    }
    0
}
