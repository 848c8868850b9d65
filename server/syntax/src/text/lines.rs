//! The lines of a text for line scans. They end at LF only.

use std::borrow::Cow;

use crate::Text;

/// The lines from an offset, each with its start and without its line feed.
pub(crate) struct Lines<'a> {
    text: &'a Text,
    at: usize,
    /// A part of the text from `at`.
    buffer: Cow<'a, str>,
    used: usize,
}

/// The first part of the text that is copied, in bytes. Most edits need no more.
const STEP: usize = 4 << 10;

impl<'a> Lines<'a> {
    pub fn new(text: &'a Text, from: usize) -> Self {
        Self { text, at: from, buffer: Cow::Borrowed(""), used: 0 }
    }

    /// The next line and where it starts.
    pub fn next(&mut self) -> Option<(usize, &str)> {
        let mut step = STEP;
        let end = loop {
            let rest = &self.buffer.as_bytes()[self.used..];
            let have = self.at + rest.len();
            if let Some(end) = memchr::memchr(b'\n', rest) {
                break end;
            }
            if have >= self.text.len() {
                if rest.is_empty() {
                    return None;
                }
                break rest.len();
            }
            // The line is longer than the buffer: read twice as much.
            self.buffer = Cow::Owned(self.text.slice(self.at..have.max(self.at) + step).into_owned());
            self.used = 0;
            step = step.max(self.buffer.len()) * 2;
        };
        let (start, from) = (self.at, self.used);
        let next = (from + end + 1).min(self.buffer.len());
        self.at += next - from;
        self.used = next;
        Some((start, &self.buffer[from..from + end]))
    }
}
