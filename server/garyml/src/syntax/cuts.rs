//! Where a document may be cut: before a header outside of blocks and bodies.
//!
//! A comment that silences rules stays with the header below it, and a header that must not be empty stays with its
//! first child, so that a chunk knows whether it is.

use agmark_syntax::{LineScan, State};

use crate::syntax::header_kind::HeaderKind;
use crate::syntax::indent::SmallestIndent;
use crate::syntax::line_class::{HeaderLine, IndentedLine, LastHeader, LineClass, QUOTES};
use crate::syntax::nesting::{Nesting, TextLevel};
use crate::vocabulary::ContentModel;

/// What contains the next line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScanMode {
    Nothing,
    /// A text block; a directive at or left of `limit` ends it.
    Text {
        limit: u32,
    },
    Code {
        limit: u32,
        length: usize,
        endless: bool,
    },
    /// An implicit text body, under a header at `header`.
    Body {
        header: u32,
    },
}

/// Loose lines that are one text.
#[derive(Clone, Copy)]
struct LooseRun {
    level: TextLevel,
    /// Whether only parameters come before it under its header.
    first: bool,
    smallest: SmallestIndent,
}

/// The line scan of GaryML.
pub struct Scan {
    nesting: Nesting,
    inside: ScanMode,
    /// Whether the comment lines directly before silence a rule.
    after_allow: bool,
    started: bool,
    /// Whether there were only blank lines so far.
    empty: bool,
    /// Whether there was loose text under the last header.
    begun: bool,
    /// Whether there were only parameters under the last header.
    fresh: bool,
    /// The body or the loose lines that the next line may continue: see [`Nesting::text_level`].
    text: Option<LooseRun>,
}

impl Scan {
    /// A scan that continues from `state`; `set` is the unit that is set for the document.
    pub fn new(state: &State, set: Option<u32>) -> Self {
        Self {
            nesting: Nesting::at(state, set),
            inside: ScanMode::Nothing,
            after_allow: false,
            started: !state.is_start(),
            empty: state.is_start(),
            begun: false,
            fresh: false,
            text: None,
        }
    }

    fn last(&self) -> Option<LastHeader> {
        self.nesting.open.last().map(|o| LastHeader { indent: o.indent, kind: o.kind, begun: self.begun })
    }

    /// What contains the line: a directive ends a block, for example.
    fn around(&self, line: &IndentedLine<'_>) -> ScanMode {
        let ends = match self.inside {
            ScanMode::Nothing => true,
            ScanMode::Body { header } => !line.is_blank() && line.indent.width <= header,
            ScanMode::Text { limit } | ScanMode::Code { limit, endless: false, .. } => {
                line.indent.width <= limit && line.is_directive()
            }
            ScanMode::Code { .. } => false,
        };
        if ends { ScanMode::Nothing } else { self.inside }
    }

    fn in_block(&self) -> bool {
        matches!(self.inside, ScanMode::Text { .. } | ScanMode::Code { .. })
    }

    /// Reads a line inside of a block or body.
    fn go_on(&mut self, line: &IndentedLine<'_>) {
        match self.inside {
            ScanMode::Text { .. } if line.rest.contains(QUOTES) => self.inside = ScanMode::Nothing,
            ScanMode::Code { length, .. } if line.closes(length) => self.inside = ScanMode::Nothing,
            ScanMode::Body { .. } if !line.is_blank() => self.add_text(line),
            _ => {}
        }
    }

    /// Adds a line of loose text or of a body. The indent of the text is known at its end.
    fn add_text(&mut self, line: &IndentedLine<'_>) {
        let level = self.nesting.text_level(line.indent);
        if self.text.is_none_or(|run| !self.nesting.text_continues(run.level, run.first, level)) {
            self.end_text();
        }
        let first = std::mem::take(&mut self.fresh);
        let run = self.text.get_or_insert(LooseRun { level, first, smallest: SmallestIndent::default() });
        run.smallest.add(line.indent);
    }

    fn end_text(&mut self) {
        if let Some(run) = self.text.take() {
            self.nesting.add(run.smallest.indent());
        }
    }

    fn open_header(&mut self, line: &IndentedLine<'_>, header: &HeaderLine<'_>) {
        self.nesting.enter(line.indent, HeaderKind::of(header.name), line.indent.tabs || header.malformed);
        self.begun = false;
        self.fresh = !line.has_content();
        if header.opens {
            self.inside = ScanMode::Text { limit: line.indent.width };
        }
    }

    /// Reads a line that is not a header.
    fn read(&mut self, line: &IndentedLine<'_>, class: LineClass<'_>) {
        let last = self.last();
        let loose = class == LineClass::Other && last.is_some_and(|last| last.kind.has_body());
        let deeper = last.is_some_and(|last| line.indent.width > last.indent);
        self.begun |= loose;
        if loose && deeper {
            let header = last.map_or(0, |l| l.indent);
            self.inside = ScanMode::Body { header };
        }
        if class == LineClass::Other {
            return self.add_text(line);
        }
        self.fresh &= matches!(class, LineClass::Parameter { .. });
        self.nesting.add(line.indent);
        let limit = match last {
            Some(last) if last.indent < line.indent.width => last.indent,
            _ => line.indent.width,
        };
        self.inside = match class {
            LineClass::Parameter { opens: true } | LineClass::Content { opens: true } => {
                ScanMode::Text { limit }
            }
            LineClass::Fence { length, endless } => ScanMode::Code { limit, length, endless },
            _ => ScanMode::Nothing,
        };
    }
}

impl LineScan for Scan {
    fn may_cut(&self, line: &str) -> bool {
        let line = IndentedLine::new(line);
        if !line.rest.starts_with('.') || self.empty || self.after_allow {
            return false;
        }
        let held = self.last().is_some_and(|last| last.holds(line.indent));
        if held || self.around(&line) != ScanMode::Nothing {
            return false;
        }
        let Some(header) = line.header() else { return false };
        let level = if self.in_block() {
            self.nesting.level(line.indent.width)
        } else {
            self.nesting.header_level(line.indent.width, HeaderKind::of(header.name))
        };
        let first_child = level == self.nesting.open.len()
            && self.last().is_some_and(|last| last.kind.content().is_some_and(ContentModel::is_needed));
        let led = self.nesting.after_comment && level > 0;
        !first_child && !led
    }

    fn pass(&mut self, text: &str) {
        let text = if self.started { text } else { text.strip_prefix('\u{feff}').unwrap_or(text) };
        self.started = true;
        let line = IndentedLine::new(text);
        if self.around(&line) != ScanMode::Nothing {
            self.go_on(&line);
            (self.nesting.after_blank, self.nesting.after_comment) = (line.is_blank(), false);
            self.after_allow = false;
            return;
        }
        self.nesting.after_block |= self.in_block();
        self.inside = ScanMode::Nothing;
        self.empty &= line.is_blank();
        let class = line.class(self.last());
        if !matches!(class, LineClass::Blank | LineClass::Other) {
            self.end_text();
        }
        let comment = class == LineClass::Comment;
        self.after_allow = comment && (self.after_allow || line.rest.contains("agmark:"));
        self.nesting.after_blank = class == LineClass::Blank;
        self.nesting.after_comment = comment && self.nesting.place_comment(line.indent) == 0;
        match class {
            LineClass::Blank | LineClass::Comment => {}
            LineClass::Header(header) => self.open_header(&line, &header),
            class => self.read(&line, class),
        }
    }

    fn state(&self) -> State {
        let mut nesting = self.nesting.clone();
        if let Some(run) = self.text {
            nesting.add(run.smallest.indent());
        }
        nesting.after_block = self.in_block();
        nesting.state()
    }
}
