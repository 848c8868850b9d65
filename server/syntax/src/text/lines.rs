//! The lines of a text, as line scans see them: they end at LF.

use std::borrow::Cow;

use crate::Text;

/// Lines from an offset on, each with its start; without their line feed.
pub(crate) struct Lines<'a> {
    text: &'a Text,
    at: usize,
    /// What of the text is at hand, from `at` on.
    buffer: Cow<'a, str>,
    used: usize,
}

/// How much of the text is looked at first; most edits need no more.
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
            // A line longer than what is at hand: look further, twice as far each time.
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
