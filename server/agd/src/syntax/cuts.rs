//! Where a document may be cut: before a block or a comment, outside of fences. It is not cut after a comment, because
//! an `allow` comment is about the next block.

use agmark_syntax::{LineScan, State};

use crate::lexical::line::{self, Class};
use crate::vocabulary;

/// The line scan.
pub struct Scan {
    /// Before the first line of the document.
    first: bool,
    mode: Mode,
    /// After a comment, before the next block.
    comment: bool,
    before: Before,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Plain,
    /// After a tag that takes a fence; blank lines do not matter.
    Expecting,
    /// Inside of a fence that this number of tildes closes.
    Fence(u32),
}

/// What comes before a piece, which decides whether formatting starts it with a blank line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// Whether there is anything but blank lines.
    pub content: bool,
    /// Whether the line before is blank.
    pub blank: bool,
}

impl Before {
    /// What comes before a piece that starts in `state`.
    pub fn of(state: &State) -> Self {
        let bits = state.0.first().copied().unwrap_or(0);
        Self { content: bits & 1 != 0, blank: bits & 2 != 0 }
    }
}

impl Scan {
    pub fn from(state: &State) -> Self {
        // At every legal cut, the scan is outside of blocks.
        Self { first: state.is_start(), mode: Mode::Plain, comment: false, before: Before::of(state) }
    }

    fn class<'a>(&self, line: &'a str) -> Class<'a> {
        let line = if self.first { line.strip_prefix('\u{feff}').unwrap_or(line) } else { line };
        line::class(line)
    }
}

impl LineScan for Scan {
    fn may_cut(&self, line: &str) -> bool {
        !matches!(self.mode, Mode::Fence(_))
            && !self.comment
            && matches!(self.class(line), Class::Block(_) | Class::Comment)
    }

    fn pass(&mut self, line: &str) {
        if let Mode::Fence(count) = self.mode {
            if line::tildes(line) == Some(count) {
                self.mode = Mode::Plain;
            }
            self.before.blank = false;
            return;
        }
        let class = self.class(line);
        self.first = false;
        self.before.blank = class == Class::Blank;
        if class == Class::Blank {
            return;
        }
        self.before.content = true;
        self.comment = class == Class::Comment;
        self.mode = match (class, self.mode) {
            (Class::Block(tag), _) if vocabulary::may_take_fence(tag) => Mode::Expecting,
            (Class::Fence(count), Mode::Expecting) => Mode::Fence(count),
            _ => Mode::Plain,
        };
    }

    fn state(&self) -> State {
        let bits = u32::from(self.before.content) | u32::from(self.before.blank) << 1;
        State(smallvec::smallvec![bits])
    }
}
