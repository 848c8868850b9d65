//! The items below a tag.

use super::run::Runs;
use crate::lexical::line::SPACES;

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
    /// The text without its marker and the white space around it.
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
    /// The runs of each item.
    pub fn runs(self) -> impl Iterator<Item = Runs<'a>> {
        self.map(Runs::new)
    }
}
