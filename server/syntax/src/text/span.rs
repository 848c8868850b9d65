//! Byte ranges.

use std::ops::Range;

/// A half-open range of bytes. In [`crate::Analysis`] it counts from the start of the chunk, everywhere else from the
/// start of the document. Documents are shorter than 4 GiB, see [`crate::text::MAX_BYTES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end`, in either order.
    pub fn new(start: usize, end: usize) -> Self {
        let (start, end) = if start <= end { (start, end) } else { (end, start) };
        Self { start: clamp(start), end: clamp(end) }
    }

    /// An empty span at an offset.
    pub fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// The span of a syntax node.
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

    /// Whether `offset` is in the span or at one of its ends, as for a cursor.
    pub fn touches(self, offset: usize) -> bool {
        (self.start as usize) <= offset && offset <= self.end as usize
    }

    /// Whether this span contains all of `other`.
    pub fn covers(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the spans share a byte, or one is empty and in the other or at its end.
    pub fn meets(self, other: Span) -> bool {
        self.start <= other.end && other.start <= self.end
    }

    /// The span moved by `by` bytes, from chunk to document coordinates.
    #[must_use]
    pub fn shifted(self, by: usize) -> Self {
        Self::new(self.start as usize + by, self.end as usize + by)
    }

    /// The text of the span; empty if the span does not fit the text.
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
