//! The indent of the lines under a header in canonical form.
//!
//! A line gets an indent one unit deeper than what it belongs to. A line with an error keeps its indent if it means the
//! same there, which depends on whether the headers around it keep theirs.

use super::StructureBuilder;
use super::unplaced_item::UnplacedItem;
use crate::syntax::nesting::Hold;

impl StructureBuilder<'_> {
    /// The canonical indent of a line that is not a header.
    pub(crate) fn place(&self, item: &UnplacedItem<'_>, attached: bool, hold: Hold) -> u32 {
        let indent = item.indent.width;
        match self.nesting.open.last() {
            Some(last) if attached => {
                let deeper = last.placed.saturating_add(self.nesting.layout_unit());
                if hold != Hold::Free && self.stays(indent) { indent } else { deeper }
            }
            // A line that ends an unterminated block and is not deeper than the last header is not deeper than the
            // block. This must also be true in canonical form, so it may have to keep its indent.
            _ if item.is_open() && self.nesting.level(indent) < self.nesting.open.len() => {
                let ideal = self.nesting.place(indent, Hold::Free);
                if self.nesting.place(indent, Hold::Error) == indent { ideal.max(indent) } else { ideal }
            }
            _ => self.nesting.place(indent, hold),
        }
    }

    /// Whether and why a line that is not a header keeps its indent.
    pub(crate) fn hold(&self, item: &UnplacedItem<'_>, has_error: bool) -> Hold {
        let hold = Hold::of(item.indent, has_error);
        // The block of the line moves with the header, and spaces replace its tabs. They show the unit then, which must
        // be the one that is set.
        let loses_tabs = item.has_block() && !self.last_stays();
        if hold == Hold::Tabs && loses_tabs && self.nesting.set.is_some() { Hold::Free } else { hold }
    }

    /// Whether a line with an error means the same with its own indent.
    pub(crate) fn stays(&self, indent: u32) -> bool {
        self.last_stays() && self.nesting.place(indent, Hold::Error) == indent
    }

    /// Whether the last header has its canonical indent.
    pub(crate) fn last_stays(&self) -> bool {
        self.nesting.open.last().is_none_or(|o| o.placed == o.indent)
    }
}
