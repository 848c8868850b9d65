//! What stands under a tag.

use std::borrow::Cow;

use super::run::Runs;
use crate::line::SPACES;

/// The items of a list, or the lines of a quote.
#[derive(Clone, Debug)]
pub struct Items<'a> {
    rest: &'a str,
}

impl<'a> Items<'a> {
    pub(crate) fn new(lines: &'a str) -> Self {
        Self { rest: lines }
    }
}

impl<'a> Iterator for Items<'a> {
    /// The text without its marker and without white space around.
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        Some(line.get(1..).unwrap_or("").trim_matches(SPACES))
    }
}

impl<'a> Items<'a> {
    /// The items in their parts.
    pub fn runs(self) -> impl Iterator<Item = Runs<'a>> {
        self.map(Runs::new)
    }
}

/// Lines without the carriage returns at their ends.
pub fn lines(body: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\r', body.as_bytes()).is_none() {
        return Cow::Borrowed(body);
    }
    let mut out = String::with_capacity(body.len());
    for (index, line) in body.split('\n').enumerate() {
        if index > 0 {
            out.push('\n');
        }
        out.push_str(line.trim_end_matches('\r'));
    }
    Cow::Owned(out)
}
