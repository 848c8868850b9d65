//! Changes of a text, one after the other, as one change.

use std::ops::Range;

use crate::text::Text;
use crate::text::splice::Splice;

/// Changes up to this many bytes apart are joined. Most chunks are about as long, so a join adds hardly any work.
const NEAR: usize = 512;

/// Changes of a text, one after the other, that are near each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinedSplice {
    /// The replaced bytes of the text before the first change.
    old: Range<usize>,
    /// The bytes that replace them, in the text after the last change.
    new: Range<usize>,
}

impl JoinedSplice {
    /// A first change.
    pub fn new(first: &Splice) -> Self {
        Self { old: first.start..first.end, new: first.start..first.start + first.text.len() }
    }

    /// Adds a change of the text after the last change, and returns true. Returns false if it is too far away.
    pub fn join(&mut self, next: &Splice) -> bool {
        if next.start > self.new.end + NEAR || next.end + NEAR < self.new.start {
            return false;
        }
        let before = self.new.start.saturating_sub(next.start);
        let after = next.end.saturating_sub(self.new.end);
        self.old = self.old.start - before..self.old.end + after;
        self.new.start -= before;
        self.new.end = self.new.end + after - (next.end - next.start) + next.text.len();
        true
    }

    /// The change of the text before the first change, from the text after the last one.
    pub fn splice(&self, after: &Text) -> Splice {
        let text = after.slice(self.new.clone()).into_owned();
        Splice { start: self.old.start, end: self.old.end, text }
    }
}
