//! Numbers, texts and spans in few bytes. A number takes as many bytes as it needs (LEB128), a text its length and its
//! bytes.

use crate::Span;

/// Writes bytes.
#[derive(Default)]
pub struct PackedWriter {
    pub bytes: Vec<u8>,
}

impl PackedWriter {
    pub fn number(&mut self, mut number: u32) {
        while number > 127 {
            self.bytes.push(number.to_le_bytes()[0] | 128);
            number >>= 7;
        }
        self.bytes.push(number.to_le_bytes()[0]);
    }

    pub fn text(&mut self, text: &str) {
        self.number(u32::try_from(text.len()).unwrap_or(u32::MAX));
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// A span. The nearer it is to `near`, the fewer bytes it takes.
    pub fn span(&mut self, span: Span, near: u32) {
        self.number(zigzag(span.start.wrapping_sub(near)));
        self.number(span.end.wrapping_sub(span.start));
    }
}

/// Reads what [`PackedWriter`] wrote. After the end there are zeros and empty texts.
#[derive(Clone, Debug)]
pub struct PackedReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> PackedReader<'a> {
    /// Reads from the byte `at`.
    pub fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    /// The bytes after those that were read.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// What starts at the byte `at`.
    #[must_use]
    pub fn elsewhere(&self, at: usize) -> Self {
        Self::new(self.bytes, at)
    }

    pub fn number(&mut self) -> u32 {
        let (mut number, mut shift) = (0u32, 0);
        while let Some(byte) = self.bytes.get(self.at) {
            self.at += 1;
            number |= u32::from(byte & 127).checked_shl(shift).unwrap_or(0);
            shift += 7;
            if *byte < 128 {
                break;
            }
        }
        number
    }

    pub fn text(&mut self) -> &'a str {
        let end = self.number() as usize + self.at;
        let bytes = self.bytes.get(self.at..end).unwrap_or_default();
        self.at = end;
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    pub fn span(&mut self, near: u32) -> Span {
        let start = near.wrapping_add(unzigzag(self.number()));
        Span { start, end: start.wrapping_add(self.number()) }
    }
}

/// A difference of 32-bit numbers, with those near zero as small numbers.
fn zigzag(difference: u32) -> u32 {
    (difference << 1) ^ (difference >> 31).wrapping_neg()
}

fn unzigzag(number: u32) -> u32 {
    (number >> 1) ^ (number & 1).wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let numbers = [0, 1, 127, 128, 300, 16_383, 16_384, u32::MAX / 2, u32::MAX];
        let texts = ["", "flour", "größe 東京", "\0"];
        let span = |start, end| Span { start, end };
        let spans = [(span(0, 0), 0), (span(5, 9), 7), (span(7, 7), u32::MAX), (span(u32::MAX, u32::MAX), 3)];
        let mut writer = PackedWriter::default();
        numbers.iter().for_each(|number| writer.number(*number));
        texts.iter().for_each(|text| writer.text(text));
        spans.iter().for_each(|(span, near)| writer.span(*span, *near));
        let mut reader = PackedReader::new(&writer.bytes, 0);
        assert!(numbers.iter().all(|number| reader.number() == *number));
        assert!(texts.iter().all(|text| reader.text() == *text));
        assert!(spans.iter().all(|(span, near)| reader.span(*near) == *span));
        assert!(reader.rest().is_empty());
        assert_eq!((reader.number(), reader.text()), (0, ""));
    }
}
