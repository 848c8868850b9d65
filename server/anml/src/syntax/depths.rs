//! From indents to depths.
//!
//! An indent is two spaces a level. One that is not is read as the nearest level: a tab as a whole level, an
//! odd number of spaces as one more. A line is below the nearest line before it that has a smaller indent,
//! so that a document that is indented by four spaces a level still has the depths that its author sees.

use smallvec::SmallVec;

/// Spaces in a level.
pub const STEP: u32 = 2;

/// Irregular indents are followed this deep; deeper ones count as regular.
const FOLLOWED: usize = 256;

/// An error of an indent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Tab,
    Odd,
    Jump,
}

/// The white space before a line, measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Indent {
    /// In columns, rounded to whole levels.
    pub columns: u32,
    /// How many columns are really there, each tab as a level.
    pub written: u32,
    /// Whether there is anything but spaces.
    pub tabs: bool,
}

impl Indent {
    pub fn of(blanks: &[u8]) -> Self {
        let mut written = 0;
        for byte in blanks {
            written += if *byte == b' ' { 1 } else { STEP };
        }
        let tabs = blanks.iter().any(|b| *b != b' ');
        Self { columns: written.next_multiple_of(STEP), written, tabs }
    }

    /// The error of the indent on a line of `depth`.
    pub fn fault(self, depth: u32) -> Option<Fault> {
        if self.tabs {
            Some(Fault::Tab)
        } else if self.written != self.columns {
            Some(Fault::Odd)
        } else {
            (self.columns != depth * STEP).then_some(Fault::Jump)
        }
    }
}

/// The indents of the lines that are open: each below the one before. Columns grow strictly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    columns: SmallVec<[u32; 16]>,
}

impl Levels {
    /// Levels that are all indented as they should be.
    pub fn regular(depth: u32) -> Self {
        Self { columns: (0..depth).map(|d| d * STEP).collect() }
    }

    pub fn irregular(columns: &[u32]) -> Self {
        Self { columns: columns.into() }
    }

    /// How many levels are open, and their columns if they are not regular.
    pub fn parts(&self) -> (u32, Option<&[u32]>) {
        let depth = self.columns.len() as u32;
        // Columns are even and grow: they are regular if the last one is.
        let regular = self.columns.last().is_none_or(|last| *last == (depth - 1) * STEP);
        (depth, (!regular).then_some(&self.columns))
    }

    /// The depth of `indent`: the number of open lines with a smaller indent.
    pub fn depth(&self, indent: Indent) -> u32 {
        self.columns.partition_point(|c| *c < indent.columns) as u32
    }

    /// Opens a line and returns its depth.
    pub fn open(&mut self, indent: Indent) -> u32 {
        let depth = self.depth(indent);
        self.columns.truncate(depth as usize);
        self.columns.push(indent.columns);
        if self.columns.len() > FOLLOWED && self.parts().1.is_some() {
            *self = Self::regular(depth + 1);
        }
        depth
    }
}
