//! A document: its text, its chunks, its names.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use tree_sitter::Tree;

use crate::cuts::{self, Cut, Cutter, State, WINDOW};
use crate::lines::Lines;
use crate::names::Names;
use crate::sequence::Sequence;
use crate::{Chunk, Format, Name, Reference, Span, Splice, Text, parse};

/// From this many new chunks on they are understood by several threads.
const PARALLEL: usize = 16;

/// A document of one format at one moment. A clone is cheap and keeps the moment.
#[derive(Clone)]
pub struct Document {
    format: Arc<dyn Format>,
    text: Text,
    chunks: Sequence,
    names: Names,
}

/// A name where it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    pub name: Name,
    pub span: Span,
    /// None for a definition.
    pub reference: Option<Reference>,
}

/// A definition in document coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defined {
    pub span: Span,
    pub whole: Span,
    pub global: bool,
}

impl Document {
    /// Cuts, parses and understands a text.
    pub fn new(format: Arc<dyn Format>, text: &str) -> Self {
        let chunks = Self::understand(&*format, text);
        let mut names = Names::default();
        names.exchange(&[], &chunks);
        Self { text: Text::new(text), chunks: Sequence::new(chunks), names, format }
    }

    /// The chunks of a text, in order: its facts, for a text that nobody is going to edit. Less work than a
    /// document, which also keeps the text and counts the names.
    pub fn understand(format: &dyn Format, text: &str) -> Vec<Arc<Chunk>> {
        let mut starts = vec![Cut { at: 0, state: State::default() }];
        starts.extend(cuts::all(format.scan(&State::default()), text));
        let ends = starts.iter().skip(1).map(|c| c.at).chain([text.len()]);
        let pieces: Vec<_> = starts.iter().zip(ends).collect();
        let understand = |(cut, end): &(&Cut, usize)| {
            Arc::new(Chunk::new(format, &text[cut.at..*end], cut.state.clone(), None))
        };
        if pieces.len() < PARALLEL {
            pieces.iter().map(understand).collect()
        } else {
            pieces.par_iter().with_min_len(4).map(understand).collect()
        }
    }

    pub fn format(&self) -> &Arc<dyn Format> {
        &self.format
    }

    pub fn text(&self) -> &Text {
        &self.text
    }

    pub fn chunks(&self) -> &Sequence {
        &self.chunks
    }

    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Applies a change; gives the names whose number of definitions it changed. The work is as large as
    /// the chunks that the change touches.
    pub fn edit(&mut self, splice: &Splice) -> Vec<Name> {
        if splice.is_empty() {
            return Vec::new();
        }
        let old_len = self.text.len();
        let (a, b) = (self.text.floor(splice.start), self.text.floor(splice.end));
        if old_len == 0 || (a == 0 && b >= old_len) {
            return self.start_over(splice);
        }
        let plan = self.plan(a);
        let rest: Vec<(usize, State)> = Vec::new();
        let mut later = Later { document: self, at: b, batch: rest.into_iter(), fetched: b };
        let old_large = self.large_chunk(a, b);
        let mut text = self.text.clone();
        text.replace(a..b, &splice.text);
        let shift = |old: usize| old - b + a + splice.text.len();

        // Read lines until the scan is in step with the old cuts again.
        let mut cutter = Cutter::new(self.format.scan(&plan.scan_state));
        let mut lines = Lines::new(&text, plan.scan_from);
        let mut step = None;
        while let Some((at, line)) = lines.next() {
            if step.is_some_and(|r: usize| at >= r + 2 * WINDOW) {
                break;
            }
            let state = cutter.line(at, line);
            if step.is_none() && state.is_some() && later.state_at(at, &shift) == state {
                step = Some(at);
            }
        }
        let keep_from = step.map_or(usize::MAX, |r| r + WINDOW);
        let end_old = match step {
            Some(_) => later.first_from(keep_from, &shift).unwrap_or(old_len),
            None => old_len,
        };
        let end = shift(end_old);
        let mut starts = vec![Cut { at: plan.from, state: plan.state }];
        starts.extend(
            cutter.finish().into_iter().filter(|c| c.at > plan.from && c.at < keep_from && c.at < end),
        );

        let old: Vec<_> = self
            .chunks
            .from(plan.from)
            .take_while(|(start, _)| *start < end_old)
            .map(|(start, chunk)| (start, Arc::clone(chunk)))
            .collect();
        let ends: Vec<_> = starts.iter().skip(1).map(|c| c.at).chain([end]).collect();
        let edited = a..a + splice.text.len();
        let make = |(cut, end): (&Cut, &usize)| -> Arc<Chunk> {
            let piece = cut.at..*end;
            if let Some(same) = reusable(&old, cut, &piece, &edited, b) {
                return same;
            }
            let source = text.slice(piece.clone());
            let tree = old_large.as_ref().and_then(|l| l.tree_for(&piece, &source, a, b, splice));
            Arc::new(Chunk::new(&*self.format, &source, cut.state.clone(), tree.as_ref()))
        };
        let new: Vec<_> = if starts.len() < PARALLEL {
            starts.iter().zip(&ends).map(make).collect()
        } else {
            starts.par_iter().zip(&ends).map(make).collect()
        };
        self.text = text;
        self.exchange(plan.from..end_old, new)
    }

    /// Replaces the chunks of the bytes `range`, which are still the old ones.
    fn exchange(&mut self, range: Range<usize>, new: Vec<Arc<Chunk>>) -> Vec<Name> {
        let old = self.chunks.replace(range, new.clone());
        let not_in = |all: &[Arc<Chunk>], chunk: &Arc<Chunk>| !all.iter().any(|c| c.id() == chunk.id());
        if old.len() + new.len() > 64 {
            // Many at once: those that stay cancel out in the counts.
            return self.names.exchange(&old, &new);
        }
        let gone: Vec<_> = old.iter().filter(|c| not_in(&new, c)).cloned().collect();
        let come: Vec<_> = new.iter().filter(|c| not_in(&old, c)).cloned().collect();
        self.names.exchange(&gone, &come)
    }

    fn start_over(&mut self, splice: &Splice) -> Vec<Name> {
        let mut text = self.text.clone();
        text.replace(splice.start..splice.end, &splice.text);
        let mut changed: Vec<Name> = self.defined_names();
        *self = Self::new(Arc::clone(&self.format), &text.slice(0..text.len()));
        changed.extend(self.defined_names());
        changed
    }

    /// Every name that this document defines.
    pub fn defined_names(&self) -> Vec<Name> {
        self.names.iter().filter(|(_, o)| !o.definitions.is_empty()).map(|(n, _)| n.clone()).collect()
    }

    /// Whether any reference looks into a file that it names itself.
    pub fn looks_elsewhere(&self) -> bool {
        self.elsewhere().next().is_some()
    }

    /// The chunks whose findings depend on other files, with their starts.
    pub(crate) fn elsewhere(&self) -> impl Iterator<Item = (usize, &Arc<Chunk>)> {
        self.chunks.marked_or(|_| false).filter(|(_, chunk)| chunk.looks_elsewhere())
    }

    /// Whether [`Format::judge`] has something to look at.
    pub fn is_judged(&self) -> bool {
        self.judged().next().is_some()
    }

    /// The chunks in which [`Format::judge`] has something to look at, with their starts.
    pub fn judged(&self) -> impl Iterator<Item = (usize, &Arc<Chunk>)> {
        self.elsewhere().filter(|(_, chunk)| chunk.facts().judged)
    }

    /// Where to start reading after an edit at `a`: cuts that look no further than the edited line stay.
    fn plan(&self, a: usize) -> Plan {
        let line = self.line_feed_before(a);
        let mut chunks = self.chunks.back_from(a);
        let (mut from, mut state) = (0, State::default());
        for (start, chunk) in chunks.by_ref() {
            if start == 0 || start + WINDOW < line {
                (from, state) = (start, chunk.state().clone());
                break;
            }
        }
        let (mut scan_from, mut scan_state) = (0, State::default());
        if from > 0 {
            for (start, chunk) in chunks {
                if start == 0 || start + WINDOW <= from {
                    (scan_from, scan_state) = (start, chunk.state().clone());
                    break;
                }
            }
        }
        Plan { from, state, scan_from, scan_state }
    }

    /// Where the line with `offset` starts, for lines that end at LF only.
    fn line_feed_before(&self, offset: usize) -> usize {
        let mut line = self.text.line_of(offset);
        loop {
            let start = self.text.line_start(line);
            if start == 0 || self.text.slice(start - 1..start) == "\n" {
                return start;
            }
            line -= 1;
        }
    }

    /// The chunk around `a..b`, if it is one whose tree is kept.
    fn large_chunk(&self, a: usize, b: usize) -> Option<Large> {
        let (start, chunk) = self.chunk_at(a)?;
        let tree = chunk.kept_tree()?.clone();
        let end = start + chunk.len();
        (b <= end).then(|| Large { start, end, tree, text: self.text.slice(start..end).into_owned() })
    }

    /// The chunk that holds `offset`, and its start.
    pub fn chunk_at(&self, offset: usize) -> Option<(usize, &Arc<Chunk>)> {
        self.chunks.from(offset).next()
    }

    /// The chunks that touch a span: one that ends or starts at its border counts.
    pub fn chunks_at(&self, span: Span) -> impl Iterator<Item = (usize, &Arc<Chunk>)> {
        let (from, to) = (span.start as usize, span.end as usize);
        self.chunks.from(from.saturating_sub(1)).take_while(move |(start, _)| *start <= to)
    }

    /// The text of a chunk that starts at `start`.
    pub fn chunk_text(&self, start: usize, chunk: &Chunk) -> std::borrow::Cow<'_, str> {
        self.text.slice(start..start + chunk.len())
    }

    /// The name at `offset`, cursor on it or at its end.
    pub fn occurrence_at(&self, offset: usize) -> Option<Occurrence> {
        let mut found: Option<Occurrence> = None;
        for (start, chunk) in self.chunks_at(Span::at(offset)) {
            let here = |span: Span| span.shifted(start).touches(offset);
            let facts = chunk.facts();
            let definitions = facts.definitions.iter().filter(|d| here(d.span)).map(|d| Occurrence {
                name: d.name.clone(),
                span: d.span.shifted(start),
                reference: None,
            });
            let references = facts.references.iter().filter(|r| here(r.span)).map(|r| Occurrence {
                name: r.name.clone(),
                span: r.span.shifted(start),
                reference: Some(r.clone()),
            });
            // Of names that meet at the cursor the one that goes on to the right is meant, then the shorter.
            let rank = |o: &Occurrence| (o.span.end as usize == offset && !o.span.is_empty(), o.span.len());
            for one in definitions.chain(references) {
                if found.as_ref().is_none_or(|f| rank(&one) < rank(f)) {
                    found = Some(one);
                }
            }
        }
        found
    }

    /// Where this document defines `name`, in order.
    pub fn definitions(&self, name: &Name) -> Vec<Defined> {
        let Some(occurrences) = self.names.get(name) else { return Vec::new() };
        self.chunks_of(&occurrences.definitions)
            .flat_map(|(start, chunk)| {
                chunk.facts().definitions.iter().filter(|d| d.name == *name).map(move |d| Defined {
                    span: d.span.shifted(start),
                    whole: d.whole.shifted(start),
                    global: d.global,
                })
            })
            .collect()
    }

    /// Where this document uses `name` as one of its own or of the workspace's, in order.
    pub fn references(&self, name: &Name) -> Vec<Span> {
        let Some(occurrences) = self.names.get(name) else { return Vec::new() };
        self.chunks_of(&occurrences.references)
            .flat_map(|(start, chunk)| {
                chunk
                    .facts()
                    .references
                    .iter()
                    .filter(|r| r.name == *name && !matches!(r.target, crate::Target::Other(_)))
                    .map(move |r| r.span.shifted(start))
            })
            .collect()
    }

    /// The chunks with these ids, in the order of the document.
    pub(crate) fn chunks_of(&self, ids: &[crate::ChunkId]) -> impl Iterator<Item = (usize, &Arc<Chunk>)> {
        let ids: rustc_hash::FxHashSet<_> = ids.iter().copied().collect();
        self.chunks
            .marked_or({
                let ids = ids.clone();
                move |id| ids.contains(&id)
            })
            .filter(move |(_, c)| ids.contains(&c.id()))
    }
}

struct Plan {
    /// Chunks before this stay.
    from: usize,
    state: State,
    /// Lines are read from here on, since they stand in the window of cuts after `from`.
    scan_from: usize,
    scan_state: State,
}

/// The old cuts after an edit, fetched as the scan comes to them.
struct Later<'a> {
    document: &'a Document,
    at: usize,
    batch: std::vec::IntoIter<(usize, State)>,
    fetched: usize,
}

impl Later<'_> {
    /// The state of the old cut that is now at `at`, if there is one.
    fn state_at(&mut self, at: usize, shift: &dyn Fn(usize) -> usize) -> Option<State> {
        loop {
            if self.batch.as_slice().is_empty() && !self.fetch() {
                return None;
            }
            let (start, state) = self.batch.as_slice().first()?;
            let now = shift(*start);
            if now > at {
                return None;
            }
            if now == at {
                return Some(state.clone());
            }
            self.batch.next();
        }
    }

    /// The first old cut, in old coordinates, that is now at or after `at`.
    fn first_from(&self, at: usize, shift: &dyn Fn(usize) -> usize) -> Option<usize> {
        let b = self.at;
        self.document.chunks.from(b).map(|(start, _)| start).find(|start| *start >= b && shift(*start) >= at)
    }

    fn fetch(&mut self) -> bool {
        let (b, from) = (self.at.max(1), self.fetched);
        let batch: Vec<_> = self
            .document
            .chunks
            .from(from)
            .filter(|(start, _)| *start >= b && *start >= from)
            .take(32)
            .map(|(start, chunk)| (start, chunk.state().clone()))
            .collect();
        let Some((last, _)) = batch.last() else { return false };
        self.fetched = last + 1;
        self.batch = batch.into_iter();
        true
    }
}

/// A chunk with a kept tree, as it was.
struct Large {
    start: usize,
    end: usize,
    tree: Tree,
    text: String,
}

impl Large {
    /// The tree, told of the edit, if `piece` is this chunk after it.
    fn tree_for(&self, piece: &Range<usize>, new: &str, a: usize, b: usize, splice: &Splice) -> Option<Tree> {
        let grown = self.end + splice.text.len() - (b - a);
        if piece.start != self.start || piece.end != grown {
            return None;
        }
        let mut tree = self.tree.clone();
        let at = a - self.start;
        parse::tell(&mut tree, &self.text, new, at, b - self.start, at + splice.text.len());
        Some(tree)
    }
}

/// The old chunk that `piece` is, if the edit left it alone.
fn reusable(
    old: &[(usize, Arc<Chunk>)],
    cut: &Cut,
    piece: &Range<usize>,
    edited: &Range<usize>,
    old_end: usize,
) -> Option<Arc<Chunk>> {
    let was = if piece.end <= edited.start {
        piece.start
    } else if piece.start >= edited.end {
        piece.start - edited.end + old_end
    } else {
        return None;
    };
    let index = old.binary_search_by_key(&was, |(start, _)| *start).ok()?;
    let chunk = &old[index].1;
    (chunk.len() == piece.len() && *chunk.state() == cut.state).then(|| Arc::clone(chunk))
}
