//! A line on its way through the stages of a view.

use super::count::Count;
use crate::syntax::actionable::acts;
use crate::syntax::entry::{Entry, EntryKind};

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Element,
    Row,
    Summary,
    /// Content and invalid lines.
    Content,
}

/// Where the words of a line are.
#[derive(Clone, Copy)]
pub enum LineText<'a> {
    Entry(&'a Entry<'a>),
    /// A line that was held back, in canonical form.
    Text(&'a str),
}

/// A line.
#[derive(Clone, Copy)]
pub struct ViewLine<'a> {
    pub depth: u32,
    pub class: Class,
    /// Of an element; else empty.
    pub role: &'a str,
    /// Agents act on it, or on an element in one of its cells.
    pub interactive: bool,
    /// It has a ref, or an element in one of its cells has.
    pub referenced: bool,
    /// An element with a name.
    pub named: bool,
    /// The first row of its table.
    pub header: bool,
    /// It belongs to an element that is shown completely.
    pub pinned: bool,
    pub source: LineText<'a>,
}

impl<'a> ViewLine<'a> {
    pub fn of(entry: &'a Entry<'a>, pinned: bool) -> Self {
        let (class, role, named) = match &entry.kind {
            EntryKind::Element(element) => {
                (Class::Element, element.role.text(entry.text), element.name.is_some())
            }
            EntryKind::Row(_) => (Class::Row, "", false),
            EntryKind::Summary => (Class::Summary, "", false),
            EntryKind::Content | EntryKind::Unknown => (Class::Content, "", false),
        };
        Self {
            depth: entry.body.depth,
            class,
            role,
            interactive: entry.elements().any(|element| acts(element, entry.text, entry.origin)),
            referenced: entry.elements().any(|element| element.reference_name().is_some()),
            named,
            header: entry.body.table.is_some_and(|t| t.rows == 1),
            pinned,
            source: LineText::Entry(entry),
        }
    }

    /// An element that was held back, with its text in canonical form.
    pub fn element(depth: u32, role: &'a str, text: &'a str) -> Self {
        Self {
            depth,
            class: Class::Element,
            role,
            interactive: false,
            referenced: false,
            named: false,
            header: false,
            pinned: false,
            source: LineText::Text(text),
        }
    }

    /// The line in canonical form, without indent.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    /// Writes the line in canonical form, without indent.
    pub fn write(&self, out: &mut String) {
        match self.source {
            LineText::Entry(entry) => entry.write(out),
            LineText::Text(text) => out.push_str(text),
        }
    }

    /// Whether an element of the line has such a role.
    pub fn has_role(&self, wanted: impl Fn(&str) -> bool) -> bool {
        match self.source {
            LineText::Entry(entry) => entry.elements().any(|e| wanted(e.role.text(entry.text))),
            LineText::Text(_) => self.class == Class::Element && wanted(self.role),
        }
    }

    /// Counts the line among those that a summary stands for.
    pub fn count(&self, count: &mut Count) {
        match (self.class, self.source) {
            (Class::Element, _) => count.role(self.role),
            (Class::Row, source) => {
                count.row();
                if let LineText::Entry(entry) = source {
                    entry.elements().for_each(|e| count.role(e.role.text(entry.text)));
                }
            }
            (Class::Summary, LineText::Entry(entry)) => count.summary(entry.words()),
            (Class::Summary, LineText::Text(text)) => count.summary(text.trim_start_matches(['~', ' '])),
            (Class::Content, _) => count.content(),
        }
    }
}
