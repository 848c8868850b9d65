//! The state before a line, computed from the previous lines and passed from chunk to chunk.

use crate::syntax::actionable::Origin;
use crate::syntax::chars::is_blank;
use crate::syntax::depths::{Fault, Levels};
use crate::syntax::front_line::{self, FrontLine, is_fence};
use crate::syntax::limits::Limits;
use crate::syntax::line::{self, Head, Kind, Sign};
use crate::syntax::refs::LastRef;

/// The number of rows from which tables may be cut and are not padded.
pub const LONG_TABLE: u32 = 1024;

/// The number of content lines after which a run may be cut.
pub const LONG_RUN: u32 = 64;

/// The position relative to the front matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Front {
    /// Only blank lines were read.
    #[default]
    Start,
    Open,
    Over,
}

/// The table that a row belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    pub columns: u32,
    /// Cells of the header.
    pub cells: u32,
    /// The number of rows with the header, at most [`LONG_TABLE`].
    pub rows: u32,
}

/// The state before the next line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    pub front: Front,
    /// Whether a line was read.
    pub begun: bool,
    /// The document is a diff.
    pub diff: bool,
    /// A line of an ARIA snapshot was seen.
    pub aria: bool,
    pub origin: Origin,
    pub limits: Limits,
    pub levels: Levels,
    pub table: Option<Table>,
    /// Content lines in a row, counted up to [`LONG_RUN`].
    pub run: u32,
    /// Not used in a diff.
    pub last_ref: Option<LastRef>,
}

/// A line as read in its context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextLine<'a> {
    Blank,
    Fence,
    Front(FrontLine<'a>),
    Body(Body),
}

/// A line of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    pub head: Head,
    pub depth: u32,
    pub fault: Option<Fault>,
    /// `Some` for a line of an ARIA snapshot outside of a diff; true for the first one.
    pub aria: Option<bool>,
    /// The first line that is more than the front matter's budget allows.
    pub over_budget: bool,
    /// A row's table, with this row counted.
    pub table: Option<Table>,
    /// The last ref before the line, outside of a diff.
    pub last_ref: Option<LastRef>,
}

impl Body {
    /// The sign of a line outside of a diff.
    pub fn stray_sign(&self, diff: bool) -> Option<Sign> {
        self.head.sign.filter(|_| !diff)
    }
}

impl Context {
    /// The same state after the start, for lines of a tree, in which a byte order mark is left out.
    pub fn begun(self) -> Self {
        Self { begun: true, ..self }
    }

    /// Whether the document may be cut before `line`: before elements, and in long runs of rows or content.
    pub fn may_cut(&self, line: &str) -> bool {
        match self.front {
            Front::Open => return false,
            // This line may be the first of the front matter.
            Front::Start if is_fence(line) => return false,
            _ => {}
        }
        if line.bytes().all(is_blank) {
            return false;
        }
        match Head::of(line).kind {
            Kind::Element => true,
            Kind::Content => self.run == LONG_RUN,
            Kind::Row => self.table.is_some_and(|t| t.rows == LONG_TABLE),
            Kind::Summary | Kind::Other => false,
        }
    }

    /// Reads a line and updates the state.
    pub fn pass<'a>(&mut self, line: &'a str) -> ContextLine<'a> {
        // A byte order mark does not belong to a line.
        let line = if self.begun { line } else { line.strip_prefix('\u{feff}').unwrap_or(line) };
        self.begun = true;
        if line.bytes().all(is_blank) {
            return ContextLine::Blank;
        }
        match self.front {
            Front::Start if is_fence(line) => {
                self.front = Front::Open;
                return ContextLine::Fence;
            }
            Front::Open => match front_line::read(line) {
                FrontLine::Body => {}
                front => return ContextLine::Front(self.pass_front(front)),
            },
            _ => {}
        }
        self.front = Front::Over;
        self.limits.settle();
        ContextLine::Body(self.pass_body(line))
    }

    fn pass_front<'a>(&mut self, line: FrontLine<'a>) -> FrontLine<'a> {
        // A single word in front matter that is not closed may be the first element, so indented lines below it are
        // valid, until a line shows that the front matter continues.
        self.levels = Levels::regular(u32::from(line == FrontLine::Malformed));
        match line {
            FrontLine::Close => {
                self.front = Front::Over;
                self.limits.settle();
            }
            FrontLine::Meta { key: "type", value } => self.diff = front_line::unquoted(value) == "diff",
            FrontLine::Meta { key: "source", value } => {
                self.origin = Origin::of(&front_line::unquoted(value))
            }
            FrontLine::Meta { key, value } => self.limits.set(key, &front_line::unquoted(value)),
            FrontLine::Malformed | FrontLine::Body => {}
        }
        line
    }

    fn pass_body(&mut self, line: &str) -> Body {
        let head = Head::of(line);
        let content = line.get(head.content..).unwrap_or("");
        let over_budget = self.limits.count_line();
        let aria = (!self.diff && head.sign == Some(Sign::Removed) && line::is_aria(content))
            .then(|| !std::mem::replace(&mut self.aria, true));
        let depth = match head.kind {
            Kind::Element => self.levels.open(head.indent),
            _ => self.levels.depth(head.indent),
        };
        if matches!(head.kind, Kind::Element | Kind::Content) {
            self.table = None;
        }
        self.run = if head.kind == Kind::Content { (self.run + 1).min(LONG_RUN) } else { 0 };
        let table = (head.kind == Kind::Row).then(|| self.pass_row(head.indent.columns, content));
        let last_ref = self.last_ref;
        if !self.diff {
            self.last_ref = LastRef::after(last_ref, head.kind, content);
        }
        Body { head, depth, fault: head.indent.fault(depth), aria, over_budget, table, last_ref }
    }

    fn pass_row(&mut self, columns: u32, content: &str) -> Table {
        let table = match self.table {
            Some(table) if table.columns == columns => {
                Table { rows: (table.rows + 1).min(LONG_TABLE), ..table }
            }
            _ => Table { columns, cells: line::cells(content), rows: 1 },
        };
        self.table = Some(table);
        table
    }
}
