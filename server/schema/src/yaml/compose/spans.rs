//! The spans of values, from the positions of parser events.

use std::ops::Range;

use saphyr_parser::Tag;

use super::Composer;
use crate::yaml::frame::Items;

impl Composer<'_> {
    /// The place of a value that is not written: after its `:` or `-`.
    pub(super) fn place_of_nothing(&self, bytes: &Range<usize>) -> Range<usize> {
        let key = match self.stack.last().map(|frame| &frame.items) {
            Some(Items::Map { key: Some(key), .. }) => key,
            _ => return bytes.start..bytes.start,
        };
        let from = key.span.end.min(bytes.start);
        let between = &self.text[from..bytes.start];
        let at = between.find(':').map_or(key.span.end, |colon| from + colon + 1);
        at..at
    }

    /// The span of a scalar without the `&anchor` and `!tag` before it.
    pub(super) fn without_properties(
        &self,
        bytes: Range<usize>,
        anchor: usize,
        tag: Option<&Tag>,
    ) -> Range<usize> {
        let mut at = bytes.start;
        for _ in 0..usize::from(anchor != 0) + usize::from(tag.is_some()) {
            let rest = &self.text[at..bytes.end];
            if rest.starts_with(['&', '!']) {
                let property = rest.find(char::is_whitespace).unwrap_or(rest.len());
                at += property;
                at = skip_blanks_and_comments(self.text, at, bytes.end);
            }
        }
        at..bytes.end
    }

    /// The span of a quoted scalar from its opening quote to the closing one.
    pub(super) fn to_closing_quote(&self, bytes: Range<usize>) -> Range<usize> {
        let text = self.text[bytes.clone()].as_bytes();
        let Some(quote @ (b'"' | b'\'')) = text.first().copied() else {
            return self.without_blank_end(bytes);
        };
        let mut at = 1;
        while let Some(byte) = text.get(at) {
            at += match byte {
                b'\\' if quote == b'"' => 2,
                // A quote in single quotes is doubled.
                b'\'' if quote == b'\'' && text.get(at + 1) == Some(&b'\'') => 2,
                byte if *byte == quote => return bytes.start..bytes.start + at + 1,
                _ => 1,
            };
        }
        self.without_blank_end(bytes)
    }

    pub(super) fn without_blank_end(&self, bytes: Range<usize>) -> Range<usize> {
        let start = bytes.start;
        start..start + self.text[bytes].trim_end().len()
    }
}

fn skip_blanks_and_comments(text: &str, mut at: usize, end: usize) -> usize {
    loop {
        let rest = &text[at..end];
        let blanks = rest.len() - rest.trim_start().len();
        at += blanks;
        let rest = &text[at..end];
        if !rest.starts_with('#') || blanks == 0 {
            return at;
        }
        at += rest.find('\n').unwrap_or(rest.len());
    }
}
