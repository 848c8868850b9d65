//! Where a document may be cut: before a header outside of blocks and bodies.
//!
//! A comment that silences rules stays with the header below it, and a header that must not be empty stays with its
//! first child, so that a chunk knows whether it is.

use agmark_syntax::{LineScan, State};

use crate::syntax::header_kind::HeaderKind;
use crate::syntax::line::{Header, LastHeader, Line, LineClass, Margin, QUOTES};
use crate::syntax::scope::{Scope, TextLevel};
use crate::vocabulary::Content;

/// What the next line lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inside {
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
struct Run {
    level: TextLevel,
    /// Only parameters come before it under its header.
    first: bool,
    margin: Margin,
}

/// The line scan of GaryML.
pub struct Scan {
    scope: Scope,
    inside: Inside,
    /// The comment lines directly before silence a rule.
    after_allow: bool,
    started: bool,
    /// Nothing but blank lines so far.
    empty: bool,
    /// Loose text stood under the last header.
    begun: bool,
    /// Nothing but parameters stood under the last header.
    fresh: bool,
    /// The body or the loose lines that may go on in the next line: see [`Scope::text_level`].
    text: Option<Run>,
}

impl Scan {
    /// A scan that continues from `state`; `set` is the unit that is set for the document.
    pub fn new(state: &State, set: Option<u32>) -> Self {
        Self {
            scope: Scope::at(state, set),
            inside: Inside::Nothing,
            after_allow: false,
            started: !state.is_start(),
            empty: state.is_start(),
            begun: false,
            fresh: false,
            text: None,
        }
    }

    fn last(&self) -> Option<LastHeader> {
        self.scope.open.last().map(|o| LastHeader { indent: o.indent, kind: o.kind, begun: self.begun })
    }

    /// What the line lies in once it is known what it is.
    fn around(&self, line: &Line<'_>) -> Inside {
        let ends = match self.inside {
            Inside::Nothing => true,
            Inside::Body { header } => !line.is_blank() && line.indent <= header,
            Inside::Text { limit } | Inside::Code { limit, endless: false, .. } => {
                line.indent <= limit && line.is_directive()
            }
            Inside::Code { .. } => false,
        };
        if ends { Inside::Nothing } else { self.inside }
    }

    fn in_block(&self) -> bool {
        matches!(self.inside, Inside::Text { .. } | Inside::Code { .. })
    }

    /// Goes on inside of a block or body.
    fn go_on(&mut self, line: &Line<'_>) {
        match self.inside {
            Inside::Text { .. } if line.rest.contains(QUOTES) => self.inside = Inside::Nothing,
            Inside::Code { length, .. } if line.closes(length) => self.inside = Inside::Nothing,
            Inside::Body { .. } if !line.is_blank() => self.add_text(line),
            _ => {}
        }
    }

    /// A line of loose text or of a body. Its indent is known when it has ended.
    fn add_text(&mut self, line: &Line<'_>) {
        let level = self.scope.text_level(line);
        if self.text.is_none_or(|run| !self.scope.text_goes_on(run.level, run.first, level)) {
            self.end_text();
        }
        let first = std::mem::take(&mut self.fresh);
        let run = self.text.get_or_insert(Run { level, first, margin: Margin::default() });
        run.margin.add(line);
    }

    fn end_text(&mut self) {
        if let Some(run) = self.text.take() {
            self.scope.meet(&run.margin.line());
        }
    }

    fn open_header(&mut self, line: &Line<'_>, header: &Header<'_>) {
        self.scope.enter(line, HeaderKind::of(header.name), line.tabs || header.malformed);
        self.begun = false;
        self.fresh = !line.has_content();
        if header.opens {
            self.inside = Inside::Text { limit: line.indent };
        }
    }

    /// A line that is not a header.
    fn read(&mut self, line: &Line<'_>, class: LineClass<'_>) {
        let last = self.last();
        let loose = class == LineClass::Other && last.is_some_and(|last| last.kind.has_body());
        let deeper = last.is_some_and(|last| line.indent > last.indent);
        self.begun |= loose;
        if loose && deeper {
            let header = last.map_or(0, |l| l.indent);
            self.inside = Inside::Body { header };
        }
        if class == LineClass::Other {
            return self.add_text(line);
        }
        self.fresh &= matches!(class, LineClass::Parameter { .. });
        self.scope.meet(line);
        let limit = match last {
            Some(last) if last.indent < line.indent => last.indent,
            _ => line.indent,
        };
        self.inside = match class {
            LineClass::Parameter { opens: true } | LineClass::Content { opens: true } => {
                Inside::Text { limit }
            }
            LineClass::Fence { length, endless } => Inside::Code { limit, length, endless },
            _ => Inside::Nothing,
        };
    }
}

impl LineScan for Scan {
    fn may_cut(&self, line: &str) -> bool {
        let line = Line::new(line);
        if !line.rest.starts_with('.') || self.empty || self.after_allow {
            return false;
        }
        let held = self.last().is_some_and(|last| last.holds(line.indent));
        if held || self.around(&line) != Inside::Nothing {
            return false;
        }
        let Some(header) = line.header() else { return false };
        let level = if self.in_block() {
            self.scope.level(line.indent)
        } else {
            self.scope.header_level(line.indent, HeaderKind::of(header.name))
        };
        let first_child = level == self.scope.open.len()
            && self.last().is_some_and(|last| last.kind.content().is_some_and(Content::is_needed));
        let led = self.scope.after_comment && level > 0;
        !first_child && !led
    }

    fn pass(&mut self, text: &str) {
        let text = if self.started { text } else { text.strip_prefix('\u{feff}').unwrap_or(text) };
        self.started = true;
        let line = Line::new(text);
        if self.around(&line) != Inside::Nothing {
            self.go_on(&line);
            (self.scope.after_blank, self.scope.after_comment) = (line.is_blank(), false);
            self.after_allow = false;
            return;
        }
        self.scope.after_block |= self.in_block();
        self.inside = Inside::Nothing;
        self.empty &= line.is_blank();
        let class = line.class(self.last());
        if !matches!(class, LineClass::Blank | LineClass::Other) {
            self.end_text();
        }
        let comment = class == LineClass::Comment;
        self.after_allow = comment && (self.after_allow || line.rest.contains("agmark:"));
        self.scope.after_blank = class == LineClass::Blank;
        self.scope.after_comment = comment && self.scope.place_comment(&line) == 0;
        match class {
            LineClass::Blank | LineClass::Comment => {}
            LineClass::Header(header) => self.open_header(&line, &header),
            class => self.read(&line, class),
        }
    }

    fn state(&self) -> State {
        let mut scope = self.scope.clone();
        if let Some(run) = self.text {
            scope.meet(&run.margin.line());
        }
        scope.after_block = self.in_block();
        scope.state()
    }
}
