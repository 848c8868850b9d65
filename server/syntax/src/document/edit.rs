//! Changes a document. Only the chunks that a change touches are analyzed again.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rayon::prelude::*;
use tree_sitter::Tree;

use super::{Document, PARALLEL};
use crate::document::cuts::{Cut, Cutter, State, WINDOW};
use crate::text::lines::Lines;
use crate::{Chunk, Name, Splice, Text, parse};

impl Document {
    /// Applies a change and returns the names whose number of definitions changed. The work is proportional to the
    /// chunks that the change touches.
    ///
    /// The text is always changed. If the format panics on the change, the document is analyzed again as a whole. If
    /// that panics too, a diagnostic tells so until the next edit.
    pub fn edit(&mut self, splice: &Splice) -> Vec<Name> {
        if splice.is_empty() {
            return Vec::new();
        }
        let (a, b) = (self.text.floor(splice.start), self.text.floor(splice.end));
        let mut text = self.text.clone();
        text.replace(a..b, &splice.text);
        if self.failed || self.text.is_empty() || (a == 0 && b >= self.text.len()) {
            return self.start_over(text);
        }
        let before = self.names.clone();
        let tried = catch_unwind(AssertUnwindSafe(|| self.edit_chunks(splice, a..b, text.clone())));
        tried.unwrap_or_else(|_| {
            self.names = before;
            self.start_over(text)
        })
    }

    /// Analyzes the chunks that a change touches; `new_text` is the text after it.
    fn edit_chunks(
        &mut self,
        splice: &Splice,
        Range { start: a, end: b }: Range<usize>,
        new_text: Text,
    ) -> Vec<Name> {
        let old_len = self.text.len();
        let text = new_text;
        let plan = self.plan(a);
        let rest: Vec<(usize, State)> = Vec::new();
        let mut later = Later { document: self, at: b, batch: rest.into_iter(), fetched: b };
        let old_large = self.large_chunk(a, b);
        let shift = |old: usize| old - b + a + splice.text.len();

        // Read lines until the scan reaches an old cut with the same state.
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

    /// Replaces the old chunks of the bytes `range`.
    fn exchange(&mut self, range: Range<usize>, new: Vec<Arc<Chunk>>) -> Vec<Name> {
        let old = self.chunks.replace(range, new.clone());
        let not_in = |all: &[Arc<Chunk>], chunk: &Arc<Chunk>| !all.iter().any(|c| c.id() == chunk.id());
        if old.len() + new.len() > 64 {
            // All at once, so that names that stay cancel out in the counts.
            return self.names.exchange(&old, &new);
        }
        let gone: Vec<_> = old.iter().filter(|c| not_in(&new, c)).cloned().collect();
        let come: Vec<_> = new.iter().filter(|c| not_in(&old, c)).cloned().collect();
        self.names.exchange(&gone, &come)
    }

    fn start_over(&mut self, text: Text) -> Vec<Name> {
        let mut changed: Vec<Name> = self.defined_names();
        *self = Self::of_text(Arc::clone(&self.format), text);
        changed.extend(self.defined_names());
        changed
    }

    /// Where to start scanning after an edit at `a`: cuts that do not depend on the edited line stay.
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

    /// The start of the line with `offset`, for lines that end at LF only.
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

    /// The chunk around `a..b`, if its tree is kept.
    fn large_chunk(&self, a: usize, b: usize) -> Option<Large> {
        let (start, chunk) = self.chunk_at(a)?;
        let tree = chunk.kept_tree()?.clone();
        let end = start + chunk.len();
        (b <= end).then(|| Large { start, end, tree, text: self.text.slice(start..end).into_owned() })
    }
}

struct Plan {
    /// Chunks before this offset stay.
    from: usize,
    state: State,
    /// The scan starts at this offset, because the lines from here are in the window of cuts after `from`.
    scan_from: usize,
    scan_state: State,
}

/// The old cuts after an edit.
struct Later<'a> {
    document: &'a Document,
    at: usize,
    batch: std::vec::IntoIter<(usize, State)>,
    fetched: usize,
}

impl Later<'_> {
    /// The state of the old cut that is now at `at`.
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

/// A chunk with a kept tree before an edit.
struct Large {
    start: usize,
    end: usize,
    tree: Tree,
    text: String,
}

impl Large {
    /// The tree, adjusted to the edit, if `piece` is this chunk after it.
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

/// The old chunk that equals `piece`, if the edit did not change it.
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
