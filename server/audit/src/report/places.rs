//! Places as people count them.

use std::collections::HashMap;
use std::sync::Arc;

use agmark_syntax::{Encoding, Span, Text};

use crate::page::{Audited, Finding};

/// Lines and columns from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
}

/// The texts that places are looked up in, each made ready once.
#[derive(Default)]
pub struct Places {
    texts: HashMap<String, Text>,
}

impl Places {
    /// The file that a finding is in, and where.
    pub fn of<'a>(&mut self, page: &'a Audited, finding: &'a Finding) -> (&'a str, Area) {
        let (name, text) = source(page, finding);
        // What stands in another file is met on many pages.
        let ready = self.texts.entry(name.to_owned()).or_insert_with(|| Text::new(text));
        (name, area(ready, finding.span))
    }
}

/// The name and the text of the file that a finding is in.
pub fn source<'a>(page: &'a Audited, finding: &'a Finding) -> (&'a str, &'a Arc<str>) {
    finding.elsewhere.as_ref().map_or((&page.name, &page.text), |(name, text)| (name, text))
}

fn area(text: &Text, span: Span) -> Area {
    let at = |offset: u32| text.position(offset as usize, Encoding::Utf32);
    let (start, end) = (at(span.start), at(span.end));
    Area {
        line: start.line + 1,
        column: start.column + 1,
        end_line: end.line + 1,
        end_column: end.column + 1,
    }
}
