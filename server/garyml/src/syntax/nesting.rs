//! Which headers are open at a line, and the unit of indents: the state that a line scan passes from chunk to chunk.

use agmark_syntax::State;

use crate::syntax::header_kind::HeaderKind;
use crate::syntax::indent::Indent;
use crate::vocabulary::ContentModel;

/// The unit of indents in a file that shows none.
pub const DEFAULT_UNIT: u32 = 2;

/// A header or a map that lines may belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenLevel {
    /// In columns, as written.
    pub indent: u32,
    /// In columns, in canonical form.
    pub placed: u32,
    pub kind: HeaderKind,
    /// Whether it belongs to the header before it without an indent: see [`Nesting::header_level`].
    pub attached: bool,
}

/// Whether and why a line keeps its indent in canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// It gets its canonical indent.
    Free,
    /// It has an error. It stays while what it belongs to stays, because its indent can define the unit of the file.
    Error,
    /// It has an error and a tab in its indent, which does not define the unit. It stays while it belongs to the same
    /// header.
    Tabs,
}

impl Hold {
    /// The hold of a line with this indent.
    pub fn of(indent: Indent, has_error: bool) -> Self {
        match (has_error, indent.tabs) {
            (false, _) => Self::Free,
            (true, false) => Self::Error,
            (true, true) => Self::Tabs,
        }
    }
}

/// What loose lines that are one text have in common: see [`Nesting::text_level`].
pub type TextLevel = (usize, Option<Indent>);

/// The open headers and the unit at a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nesting {
    /// The unit of the file's indents, after the first line that shows it.
    pub unit: Option<u32>,
    /// The unit that is set for the file. If there is one, canonical form uses it.
    pub set: Option<u32>,
    /// The unit in canonical form: the one that is set or the file's own. It is known earlier than `unit` if canonical
    /// form has to indent a line that is not indented.
    pub layout: Option<u32>,
    /// Whether the line before is blank.
    pub after_blank: bool,
    /// Whether the line before is a comment that is at column 0 in canonical form.
    pub after_comment: bool,
    /// Whether the line before is in an unterminated block, which the next line ends.
    pub after_block: bool,
    /// The headers whose subtree is open, outermost first.
    pub open: Vec<OpenLevel>,
}

impl Nesting {
    /// The nesting at the start of a document. `set` is the unit that is set for it.
    pub fn start(set: Option<u32>) -> Self {
        Self { set, layout: set, ..Self::default() }
    }

    /// The nesting at the start of a piece with this state. `set` is the unit that is set for the document.
    pub fn at(state: &State, set: Option<u32>) -> Self {
        if state.is_start() { Self::start(set) } else { Self::of(state) }
    }

    /// The unit by which indents are checked.
    pub fn own_unit(&self) -> u32 {
        self.unit.or(self.set).unwrap_or(DEFAULT_UNIT)
    }

    /// The right indent of a line at `indent` under a header at `parent`. Both the file's unit and the one that is set
    /// are right.
    pub fn expected(&self, parent: u32, indent: u32) -> u32 {
        match self.set.map(|set| parent.saturating_add(set)) {
            Some(set) if set == indent => set,
            _ => parent.saturating_add(self.own_unit()),
        }
    }

    /// The unit in canonical form, or the default while it is not known.
    pub fn layout_unit(&self) -> u32 {
        self.layout.unwrap_or(DEFAULT_UNIT)
    }

    /// The number of open headers above a line at `indent` that the line is under.
    pub fn level(&self, indent: u32) -> usize {
        self.open.partition_point(|o| o.indent < indent)
    }

    /// What loose lines that are one text have in common: they are under the same headers. If they are not under the
    /// last header, they also have the same indent, which they keep in canonical form.
    pub fn text_level(&self, indent: Indent) -> TextLevel {
        let level = self.level(indent.width);
        (level, (level < self.open.len()).then_some(indent))
    }

    /// Whether the line with the level `next` continues the loose lines with the level `run`: it has the same level. If
    /// the loose lines are the `first` text under a header that contains text, and both are at column 0, deeper lines
    /// continue them, too: a list below its sentence.
    pub fn text_continues(&self, run: TextLevel, first: bool, next: TextLevel) -> bool {
        let holds = |last: &OpenLevel| {
            (last.indent, last.placed) == (0, 0) && last.kind.content().is_some_and(ContentModel::takes_text)
        };
        let is_deeper = || first && run.1 == Some(Indent::default()) && next.1.is_none();
        run == next || (is_deeper() && self.open.last().is_some_and(holds))
    }

    /// Whether headers at `level` are inside `.Documentation`.
    pub fn documents(&self, level: usize) -> bool {
        self.open.iter().take(level).any(|o| o.kind.is("Documentation"))
    }

    /// The number of open headers that a header at `indent` is under: those with a smaller indent. A header at column 0
    /// directly after one that contains such headers is also under that one, unless it ends an unterminated block.
    pub fn header_level(&self, indent: u32, kind: HeaderKind) -> usize {
        let level = self.level(indent);
        if level > 0 || self.after_block {
            return level;
        }
        let chain = 1 + self.open.iter().skip(1).take_while(|o| o.attached).count();
        let held = |i: &usize| {
            let holds = self.open.get(*i).is_some_and(|o| o.kind.attaches(kind));
            holds && (*i + 1 < chain || *i + 1 == self.open.len())
        };
        (0..chain).rev().find(held).map_or(level, |i| i + 1)
    }

    /// Adds a line with a header. A header with an error keeps its indent in canonical form if possible.
    pub fn enter(&mut self, indent: Indent, kind: HeaderKind, has_error: bool) {
        let width = indent.width;
        let level = self.header_level(width, kind);
        let attached = level > self.level(width);
        if attached {
            self.layout = self.layout.or(Some(DEFAULT_UNIT));
        } else if indent.tabs {
            self.settle(indent);
        } else {
            self.show(width);
        }
        // If a header that this one is attached to moves and this one stays, it is no longer attached.
        let moves = attached && self.open.iter().take(level).any(|o| o.placed != o.indent);
        let hold = if moves { Hold::Free } else { Hold::of(indent, has_error) };
        let placed = place_at(&self.open, level, width, hold, self.layout_unit());
        self.open.truncate(level);
        // Lines below that are deeper than this header are also deeper than those that it is attached to.
        self.open.iter_mut().for_each(|o| o.indent = o.indent.min(width));
        self.open.push(OpenLevel { indent: width, placed, kind, attached });
        self.after_block = false;
    }

    /// Adds a line that is not a header, a comment or blank. Its indent shows the unit, except for an indent with tabs
    /// and one that is under no header. Canonical form may indent these lines, too. Then the unit is fixed from there on.
    pub fn add(&mut self, indent: Indent) {
        if self.level(indent.width) == 0 && !self.open.is_empty() {
            self.layout = self.layout.or(Some(DEFAULT_UNIT));
        } else if indent.tabs {
            self.settle(indent);
        } else {
            self.show(indent.width);
        }
    }

    /// Adds a line with tabs. If it cannot keep its indent, spaces replace the tabs.
    fn settle(&mut self, indent: Indent) {
        if self.place(indent.width, Hold::Tabs) != indent.width {
            self.layout = self.layout.or(Some(DEFAULT_UNIT));
        }
    }

    /// The first indent that is deeper than the indent of a header shows the unit.
    fn show(&mut self, indent: u32) {
        if self.unit.is_some() {
            return;
        }
        let owner = self.level(indent).checked_sub(1).and_then(|i| self.open.get(i));
        if let Some(owner) = owner {
            self.unit = Some((indent - owner.indent).min(u32::from(u16::MAX)));
            self.layout = self.layout.or(self.unit);
        }
    }

    /// The canonical indent of a line at `indent`.
    pub fn place(&self, indent: u32, hold: Hold) -> u32 {
        place(&self.open, indent, hold, self.layout_unit())
    }

    /// The canonical indent of a comment. Before the unit is known, it keeps its indent.
    pub fn place_comment(&self, indent: Indent) -> u32 {
        self.place(indent.width, Hold::of(indent, indent.tabs || self.layout.is_none()))
    }

    /// The state of a line scan that stands for this nesting: [`Nesting::of`] reads it.
    pub fn state(&self) -> State {
        let flag = |on: bool, bit: u32| u32::from(on) << bit;
        let flags = 1 | flag(self.after_blank, 1) | flag(self.after_comment, 2) | flag(self.after_block, 3);
        let unit = |unit: Option<u32>| unit.unwrap_or(0);
        let mut words = vec![flags | unit(self.set) << 16, unit(self.unit) | unit(self.layout) << 16];
        for open in &self.open {
            words.extend([open.indent, open.placed, open.kind.code() | flag(open.attached, 8)]);
        }
        State(words.into())
    }

    /// The nesting that the state of a line scan stands for.
    pub fn of(state: &State) -> Self {
        let mut words = state.0.iter().copied();
        let flags = words.next().unwrap_or(0);
        let units = words.next().unwrap_or(0);
        let unit = |unit: u32| (unit > 0).then_some(unit);
        let mut nesting = Self {
            unit: unit(units & 0xFFFF),
            set: unit(flags >> 16),
            layout: unit(units >> 16),
            after_blank: flags & 2 != 0,
            after_comment: flags & 4 != 0,
            after_block: flags & 8 != 0,
            open: Vec::new(),
        };
        while let (Some(indent), Some(placed), Some(kind)) = (words.next(), words.next(), words.next()) {
            let attached = kind & 256 != 0;
            nesting.open.push(OpenLevel {
                indent,
                placed,
                kind: HeaderKind::from_code(kind & 255),
                attached,
            });
        }
        nesting
    }
}

/// The canonical indent of a line at `indent` under `open`, outermost first: one unit deeper than what it belongs to, and
/// not deeper than what it closes.
pub fn place(open: &[OpenLevel], indent: u32, hold: Hold, unit: u32) -> u32 {
    place_at(open, open.partition_point(|o| o.indent < indent), indent, hold, unit)
}

/// The same for a line that is under the first `level` of `open`.
fn place_at(open: &[OpenLevel], level: usize, indent: u32, hold: Hold, unit: u32) -> u32 {
    let parent = level.checked_sub(1).and_then(|i| open.get(i));
    let closed = open.get(level);
    let unmoved = |o: &OpenLevel| o.placed == o.indent;
    let stays = match hold {
        Hold::Free => false,
        Hold::Error => parent.is_none_or(unmoved) && closed.is_none_or(unmoved),
        Hold::Tabs => parent.is_none_or(|o| o.placed < indent) && closed.is_none_or(|o| o.placed >= indent),
    };
    if stays {
        return indent;
    }
    let most = closed.map_or(u32::MAX, |o| o.placed);
    parent.map_or(0, |p| p.placed.saturating_add(unit)).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(nesting: &mut Nesting, line: &str) {
        let (indent, rest) = Indent::split(line);
        nesting.enter(indent, HeaderKind::of(rest.trim_start_matches('.')), indent.tabs);
    }

    #[test]
    fn a_state_stands_for_a_nesting() {
        let mut nesting = Nesting { after_comment: true, ..Nesting::start(Some(8)) };
        for line in [".Documentation", "   .Nonsense", "      .build"] {
            open(&mut nesting, line);
        }
        assert_eq!((nesting.unit, nesting.layout, nesting.open.len()), (Some(3), Some(8), 3));
        assert_eq!(Nesting::of(&nesting.state()), nesting);
        assert!(!Nesting::default().state().is_start());
    }

    #[test]
    fn a_line_is_placed_under_its_header() {
        let mut nesting = Nesting::default();
        for line in [".Examples", "  .Execute", "     .build"] {
            open(&mut nesting, line);
        }
        let placed: Vec<_> = nesting.open.iter().map(|o| o.placed).collect();
        assert_eq!(placed, [0, 2, 4]);
        assert_eq!(nesting.place(9, Hold::Free), 6);
        // A line with an error stays if the headers around it do,
        let errors = [1, 3, 5, 9].map(|indent| nesting.place(indent, Hold::Error));
        assert_eq!(errors, [1, 4, 4, 6]);
        // one with tabs while it is under the same headers.
        let tabs = [1, 3, 5, 9].map(|indent| nesting.place(indent, Hold::Tabs));
        assert_eq!(tabs, [1, 3, 4, 9]);
    }
}
