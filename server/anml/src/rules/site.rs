//! What rules look at, and the edits that they share.

use agmark_syntax::{Diagnostic, Edit, Span};

use crate::syntax::chars::{is_blank, trim_end};
use crate::syntax::context::{Body, Context};
use crate::syntax::depths::STEP;
use crate::syntax::element::{Attribute, Element, Part};
use crate::syntax::front_matter::FrontMatter;
use crate::syntax::refs::LastRef;
use crate::syntax::row::Row;

/// What a check looks at.
#[derive(Debug)]
pub enum Check {
    /// A line of the body: its indent and prefix.
    Line(fn(&mut Site<'_>)),
    /// A line that is not ANML.
    Unknown(fn(&mut Site<'_>, Span)),
    Row(fn(&mut Site<'_>, &Row)),
    /// An element, in a line or in a cell.
    Element(fn(&mut Site<'_>, &Element)),
    /// An element that has attributes, states or unexpected parts.
    Items(fn(&mut Site<'_>, &Element)),
    Attribute(fn(&mut Site<'_>, Attribute)),
    /// The name of an element, the value of an attribute, or a part that is not an attribute.
    Part(fn(&mut Site<'_>, &Element, Part)),
    FrontMatter(fn(&str, &FrontMatter, &mut Vec<Diagnostic>)),
    /// Features find it, from definitions and references.
    Names,
    /// The comparison of a diff or script with another file finds it.
    CrossFile,
    /// The analysis of a chunk finds it while it reads the lines.
    Reader,
}

/// The line that a rule looks at, and where it puts what it finds.
pub struct Site<'a> {
    /// The text of the chunk, which spans count from.
    pub text: &'a str,
    /// Where the line starts.
    pub start: usize,
    pub body: &'a Body,
    /// What holds behind the line.
    pub context: &'a Context,
    pub found: &'a mut Vec<Diagnostic>,
    /// The last ref so far: before the line, then of the cells before.
    pub last_ref: Option<LastRef>,
}

impl Site<'_> {
    /// What stands before the content of the line.
    pub fn head(&self) -> Span {
        Span::new(self.start, self.start + self.body.head.content)
    }

    /// The edit that gives the line the indent of its depth.
    pub fn indented(&self) -> Edit {
        Edit::replace(self.head(), head(self.body))
    }

    pub fn report(&mut self, finding: Diagnostic) {
        self.found.push(finding);
    }
}

/// What stands before the content of a line in canonical form.
pub fn head(body: &Body) -> String {
    let mut head = " ".repeat((body.depth * STEP) as usize);
    if let Some(sign) = body.head.sign {
        head.push_str(sign.text());
        head.push(' ');
    }
    head
}

/// The edit that takes `span` out, with the blanks before it.
pub fn remove(text: &str, span: Span) -> Edit {
    let before = text.get(..span.start as usize).unwrap_or("");
    let start = trim_end(before).len();
    // At the start of a line there is no blank that would be too many.
    let start = if before[..start].ends_with('\n') || start == 0 { before.len() } else { start };
    Edit::delete(Span::new(start, span.end as usize))
}

/// The line with `at`, with its line feed.
pub fn whole_line(text: &str, at: usize) -> Span {
    let start = text.get(..at).and_then(|t| t.rfind('\n')).map_or(0, |i| i + 1);
    let end = text.get(at..).and_then(|t| t.find('\n')).map_or(text.len(), |i| at + i + 1);
    Span::new(start, end)
}

/// Whether anything but blanks stands in `text`.
pub fn is_empty(text: &str) -> bool {
    text.bytes().all(is_blank)
}
