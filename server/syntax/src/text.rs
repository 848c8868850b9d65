//! The text of a document. Only this module converts positions to offsets and back.

pub mod ending;
pub mod joined_splice;
pub mod line_diff;
pub mod lines;
pub mod piece_positions;
pub mod span;
pub mod splice;
pub mod transliteration;

use std::borrow::Cow;
use std::ops::Range;

use ropey::Rope;

use crate::text::ending::Endings;
use crate::{Span, work};

/// The longest document, in bytes.
pub const MAX_BYTES: usize = 1 << 31;

/// The unit of columns, which the client and the server agree on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    #[default]
    Utf16,
    Utf32,
}

/// A line and a column, both from 0. Lines end at LF, CRLF or CR; columns count units of an [`Encoding`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

/// A text. Clones share it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    rope: Rope,
    endings: Endings,
}

impl Text {
    pub fn new(text: &str) -> Self {
        let mut endings = Endings::default();
        endings.count(None, text.as_bytes());
        Self { rope: Rope::from_str(text), endings }
    }

    pub(crate) fn endings(&self) -> Endings {
        self.endings
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.rope.len_bytes()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of lines. A text that ends with a line ending has an empty last line.
    pub fn line_count(&self) -> usize {
        self.rope.len_lines()
    }

    /// The text in `range`, which is clamped to the text and to whole characters.
    pub fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
        let start = self.floor(range.start);
        let end = self.floor(range.end).max(start);
        work::add(end - start);
        self.rope.byte_slice(start..end).into()
    }

    /// The text of `span`.
    pub fn span(&self, span: Span) -> Cow<'_, str> {
        self.slice(span.range())
    }

    /// The pieces of contiguous text, in order.
    pub fn pieces(&self) -> impl Iterator<Item = &str> {
        self.rope.chunks()
    }

    /// The line, from 0, of the byte at `offset`.
    pub fn line_of(&self, offset: usize) -> usize {
        // All bytes of a character are on one line.
        self.rope.byte_to_line(offset.min(self.len()))
    }

    /// The start of a line; the end of the text after the last line.
    pub fn line_start(&self, line: usize) -> usize {
        if line >= self.line_count() { self.len() } else { self.rope.line_to_byte(line) }
    }

    /// A line's bytes without its line ending.
    pub fn line_range(&self, line: usize) -> Range<usize> {
        let (start, mut end) = (self.line_start(line), self.line_start(line + 1));
        let bytes = |at: usize| self.rope.byte(at);
        if end > start && bytes(end - 1) == b'\n' {
            end -= 1;
        }
        if end > start && bytes(end - 1) == b'\r' {
            end -= 1;
        }
        start..end
    }

    /// The offset of a position. A line after the text is the end of the text, a column after the line is the end of
    /// the line, and a column inside a character is the start of the character.
    pub fn offset(&self, at: Position, encoding: Encoding) -> usize {
        let line = at.line as usize;
        if line >= self.line_count() {
            return self.len();
        }
        let range = self.line_range(line);
        let column = at.column as usize;
        match encoding {
            Encoding::Utf8 => self.floor(range.start.saturating_add(column).min(range.end)),
            Encoding::Utf16 => {
                let units = |at| self.rope.char_to_utf16_cu(self.rope.byte_to_char(at));
                let unit = units(range.start).saturating_add(column).min(units(range.end));
                self.rope.char_to_byte(self.rope.utf16_cu_to_char(unit))
            }
            Encoding::Utf32 => {
                let char = self.rope.byte_to_char(range.start).saturating_add(column);
                self.rope.char_to_byte(char.min(self.rope.byte_to_char(range.end)))
            }
        }
    }

    /// Whether a position is between the two UTF-16 units of one character.
    pub fn splits_character(&self, at: Position, encoding: Encoding) -> bool {
        let line = at.line as usize;
        if encoding != Encoding::Utf16 || line >= self.line_count() {
            return false;
        }
        let range = self.line_range(line);
        let units = |at| self.rope.char_to_utf16_cu(self.rope.byte_to_char(at));
        let unit = units(range.start).saturating_add(at.column as usize).min(units(range.end));
        self.rope.char_to_utf16_cu(self.rope.utf16_cu_to_char(unit)) != unit
    }

    /// The position of an offset, which is clamped to the text.
    pub fn position(&self, offset: usize, encoding: Encoding) -> Position {
        self.position_in_piece(offset, encoding).unwrap_or_else(|| self.position_by_lines(offset, encoding))
    }

    /// The fast path for nearly all offsets: the line starts in the same piece of the rope, so one look-up is enough.
    /// Answers contain thousands of positions.
    fn position_in_piece(&self, offset: usize, encoding: Encoding) -> Option<Position> {
        if offset >= self.len() {
            return None;
        }
        let (piece, piece_start, _, piece_line) = self.rope.chunk_at_byte(offset);
        let mut at = offset - piece_start;
        while !piece.is_char_boundary(at) {
            at -= 1;
        }
        let bytes = piece.as_bytes();
        // A CR directly before may be the first half of CRLF, in which no line starts. The slow path handles this.
        let start = memchr::memrchr2(b'\n', b'\r', &bytes[..at])? + 1;
        if bytes[start - 1] == b'\r' {
            return None;
        }
        let line = piece_line + ropey::str_utils::byte_to_line_idx(piece, at);
        let before = &piece[start..at];
        let column = match encoding {
            Encoding::Utf8 => before.len(),
            _ if before.is_ascii() => before.len(),
            Encoding::Utf16 => before.chars().map(char::len_utf16).sum(),
            Encoding::Utf32 => before.chars().count(),
        };
        Some(Position { line: saturate(line), column: saturate(column) })
    }

    fn position_by_lines(&self, offset: usize, encoding: Encoding) -> Position {
        let offset = self.floor(offset);
        let line = self.rope.byte_to_line(offset);
        let start = self.rope.line_to_byte(line);
        let column = match encoding {
            Encoding::Utf8 => offset - start,
            Encoding::Utf16 => {
                let units = |at| self.rope.char_to_utf16_cu(self.rope.byte_to_char(at));
                units(offset) - units(start)
            }
            Encoding::Utf32 => self.rope.byte_to_char(offset) - self.rope.byte_to_char(start),
        };
        Position { line: saturate(line), column: saturate(column) }
    }

    /// Replaces the bytes in `range`, clamped to whole characters, with `with`. Returns the replaced range.
    pub fn replace(&mut self, range: Range<usize>, with: &str) -> Range<usize> {
        let start = self.floor(range.start);
        let end = self.floor(range.end).max(start);
        let from = self.rope.byte_to_char(start);
        let before = self.endings_in(start, end);
        self.rope.remove(from..self.rope.byte_to_char(end));
        self.rope.insert(from, with);
        let after = self.endings_in(start, start + with.len());
        self.endings.lf = self.endings.lf + after.lf - before.lf;
        self.endings.crlf = self.endings.crlf + after.crlf - before.crlf;
        start..end
    }

    /// The nearest character boundary at or after `offset`.
    pub fn ceil(&self, offset: usize) -> usize {
        if offset >= self.len() {
            return self.len();
        }
        let (piece, start, ..) = self.rope.chunk_at_byte(offset);
        start + piece.ceil_char_boundary(offset - start)
    }

    /// The line endings that an edit of these bytes can change: those that end in them, and one directly after.
    fn endings_in(&self, start: usize, end: usize) -> Endings {
        let byte = |at: usize| (at < self.len()).then(|| self.rope.byte(at));
        let end = if byte(end) == Some(b'\n') { end + 1 } else { end };
        let mut before = start.checked_sub(1).and_then(byte);
        let mut endings = Endings::default();
        for piece in self.rope.byte_slice(start..end).chunks().filter(|piece| !piece.is_empty()) {
            endings.count(before, piece.as_bytes());
            before = piece.as_bytes().last().copied();
        }
        endings
    }

    /// The nearest character boundary at or before `offset`.
    pub fn floor(&self, offset: usize) -> usize {
        if offset >= self.len() {
            return self.len();
        }
        let (piece, start, ..) = self.rope.chunk_at_byte(offset);
        start + piece.floor_char_boundary(offset - start)
    }
}

impl std::fmt::Display for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.pieces().try_for_each(|piece| f.write_str(piece))
    }
}

fn saturate(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
