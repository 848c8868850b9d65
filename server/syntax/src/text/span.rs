//! Byte ranges.

use std::ops::Range;

/// A half-open range of bytes. Within [`crate::Analysis`] it counts from the start of the chunk, everywhere
/// else from the start of the document. Documents are at most 4 GiB long, see [`crate::text::MAX_BYTES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end`; an inverted pair is put in order.
    pub fn new(start: usize, end: usize) -> Self {
        let (start, end) = if start <= end { (start, end) } else { (end, start) };
        Self { start: clamp(start), end: clamp(end) }
    }

    /// An empty span, a place between two bytes.
    pub fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// The bytes that a syntax node covers.
    pub fn of(node: tree_sitter::Node<'_>) -> Self {
        Self::new(node.start_byte(), node.end_byte())
    }

    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether `offset` lies in the span or at one of its ends: what a cursor "on" something means.
    pub fn touches(self, offset: usize) -> bool {
        (self.start as usize) <= offset && offset <= self.end as usize
    }

    /// Whether all of `other` lies in this span.
    pub fn covers(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the two share a byte, or an empty one lies in or at the end of the other.
    pub fn meets(self, other: Span) -> bool {
        self.start <= other.end && other.start <= self.end
    }

    /// The same span seen from `by` bytes further left: from chunk to document coordinates.
    #[must_use]
    pub fn shifted(self, by: usize) -> Self {
        Self::new(self.start as usize + by, self.end as usize + by)
    }

    /// The text that the span covers; empty when it does not fit the text.
    pub fn text(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or("")
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}

fn clamp(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
