//! A change of a text that replaces a range of bytes.

use crate::text::{Encoding, Position, Text};

/// Replaces the bytes `start..end` with `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splice {
    pub start: usize,
    pub end: usize,
    pub text: String,
}

impl Splice {
    /// A change from a range of positions, as editors send it. The range may be beyond the text or inverted. If it
    /// splits a character of two UTF-16 units, the remaining half becomes U+FFFD, which is one unit. So the positions
    /// of client and server still agree.
    pub fn from_positions(
        text: &Text,
        range: (Position, Position),
        with: String,
        encoding: Encoding,
    ) -> Self {
        let place = |at| (text.offset(at, encoding), text.splits_character(at, encoding));
        let (a, b) = (place(range.0), place(range.1));
        let ((start, in_start), (mut end, in_end)) = (a.min(b), a.max(b));
        let mut with = with;
        if in_start {
            with.insert(0, char::REPLACEMENT_CHARACTER);
        }
        if in_end {
            with.push(char::REPLACEMENT_CHARACTER);
            end = text.ceil(end + 1);
        }
        Self { start, end, text: with }
    }

    /// A change from `old` to `new`. Common text at both ends is not replaced, so that the work is proportional to the
    /// difference.
    pub fn whole(old: &Text, new: &str) -> Self {
        let mut same = 0;
        let mut rest = new.as_bytes();
        for piece in old.pieces() {
            let n = common_prefix(piece.as_bytes(), rest);
            same += n;
            rest = &rest[n..];
            if n < piece.len() {
                break;
            }
        }
        let start = old.floor(new.floor_char_boundary(same));
        let tail = &new[start..];
        let old_tail = old.slice(start..old.len());
        let mut back = common_suffix(old_tail.as_bytes(), tail.as_bytes());
        while !tail.is_char_boundary(tail.len() - back) {
            back -= 1;
        }
        Self { start, end: old.len() - back, text: tail[..tail.len() - back].to_owned() }
    }

    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.start == self.end && self.text.is_empty()
    }
}

fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

fn common_suffix(a: &[u8], b: &[u8]) -> usize {
    a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count()
}
