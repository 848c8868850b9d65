//! Positions in a piece of text that starts at the start of a line, counted from the start of the piece. An answer about
//! a whole document needs many of them, and a rope is slower than a piece.

use crate::{Encoding, Position};

pub struct PiecePositions<'a> {
    text: &'a str,
    encoding: Encoding,
    /// The starts of all lines but the first.
    starts: Vec<usize>,
    is_ascii: bool,
}

impl<'a> PiecePositions<'a> {
    pub fn new(text: &'a str, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let ends = memchr::memchr2_iter(b'\n', b'\r', bytes);
        let starts = ends.filter(|at| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'));
        Self { text, encoding, starts: starts.map(|at| at + 1).collect(), is_ascii: text.is_ascii() }
    }

    /// The number of line endings.
    pub fn line_endings(&self) -> u32 {
        saturate(self.starts.len())
    }

    /// The position of an offset, which is clamped to the piece.
    pub fn of(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = line.checked_sub(1).map_or(0, |before| self.starts[before]);
        Position { line: saturate(line), column: self.columns(&self.text[start..offset]) }
    }

    /// The columns of the ends of all lines, without their line endings.
    pub fn line_ends(&self) -> Box<[u32]> {
        let starts = std::iter::once(0).chain(self.starts.iter().copied());
        let ends = self.starts.iter().copied().chain([self.text.len()]);
        let column = |(start, end): (usize, usize)| {
            let line = &self.text[start..end];
            let line = line.strip_suffix('\n').unwrap_or(line);
            self.columns(line.strip_suffix('\r').unwrap_or(line))
        };
        starts.zip(ends).map(column).collect()
    }

    /// The number of columns of a part of a line.
    fn columns(&self, part: &str) -> u32 {
        saturate(match self.encoding {
            _ if self.is_ascii => part.len(),
            Encoding::Utf8 => part.len(),
            Encoding::Utf16 => part.chars().map(char::len_utf16).sum(),
            Encoding::Utf32 => part.chars().count(),
        })
    }
}

impl Position {
    /// This position, counted from the start of a piece, in a document in which the piece starts on `line`.
    #[must_use]
    pub fn below(self, line: u32) -> Self {
        Self { line: self.line.saturating_add(line), ..self }
    }
}

fn saturate(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Text;
    use crate::testing::Random;

    #[test]
    fn positions_equal_those_of_a_text() {
        let mut random = Random(11);
        for _ in 0..300 {
            let text = random.text(&["a", "\n", "\r\n", "\r", "é", "東", "😀", " "], 30);
            let whole = Text::new(&text);
            for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
                let piece = PiecePositions::new(&text, encoding);
                assert_eq!(piece.line_endings() as usize + 1, whole.line_count(), "{text:?}");
                for (line, end) in piece.line_ends().iter().enumerate() {
                    let expected = whole.position(whole.line_range(line).end, encoding);
                    assert_eq!((line, *end), (expected.line as usize, expected.column), "{text:?}");
                }
                for at in 0..=text.len() + 1 {
                    assert_eq!(piece.of(at), whole.position(at, encoding), "{text:?} at {at}");
                }
            }
        }
    }
}
