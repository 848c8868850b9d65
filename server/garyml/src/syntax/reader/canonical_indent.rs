//! The indent of the lines under a header in canonical form.
//!
//! A line moves to its place one unit below what it belongs to. LineItem with an error stays where it is as long
//! as it means the same there, which depends on whether the headers around it stay.

use super::Reader;
use super::line_item::LineItem;
use crate::syntax::scope::Hold;

impl Reader<'_> {
    /// The indent, in canonical form, of a line that is not a header.
    pub(crate) fn place(&self, one: &LineItem<'_>, attached: bool, hold: Hold) -> u32 {
        let indent = one.line.indent;
        match self.scope.open.last() {
            Some(last) if attached => {
                let deeper = last.placed.saturating_add(self.scope.layout_unit());
                if hold != Hold::Free && self.stays(indent) { indent } else { deeper }
            }
            // What ends an unterminated block that is no deeper than the last header is no deeper than
            // the block: in canonical form it must not either, and may have to stay where it is.
            _ if one.is_open() && self.scope.level(indent) < self.scope.open.len() => {
                let ideal = self.scope.place(indent, Hold::Free);
                if self.scope.place(indent, Hold::Error) == indent { ideal.max(indent) } else { ideal }
            }
            _ => self.scope.place(indent, hold),
        }
    }

    /// The reason that a line that is not a header keeps its indent; `error`: the line has an error.
    pub(crate) fn hold(&self, one: &LineItem<'_>, error: bool) -> Hold {
        let hold = Hold::of(&one.line, error);
        // Its block moves with the header, and spaces come in place of its tabs: they show the unit then. Where one is
        // set, that must be the one.
        let loses_tabs = one.has_block() && !self.last_stays();
        if hold == Hold::Tabs && loses_tabs && self.scope.set.is_some() { Hold::Free } else { hold }
    }

    /// Whether a line that has an error means the same where it is.
    pub(crate) fn stays(&self, indent: u32) -> bool {
        self.last_stays() && self.scope.place(indent, Hold::Error) == indent
    }

    /// Whether the last header has its canonical indent.
    pub(crate) fn last_stays(&self) -> bool {
        self.scope.open.last().is_none_or(|o| o.placed == o.indent)
    }
}
