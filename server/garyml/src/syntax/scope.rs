//! Which headers are open at a line: the state that a line scan hands on from chunk to chunk.

use agmark_syntax::State;

use crate::syntax::header_kind::HeaderKind;
use crate::syntax::line::Line;
use crate::vocabulary::Content;

/// The unit of an indent where the file does not show one.
pub const DEFAULT_UNIT: u32 = 2;

/// A header that lines may belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// In columns, as written.
    pub indent: u32,
    /// In columns, in canonical form.
    pub placed: u32,
    pub kind: HeaderKind,
    /// It is not indented under the one before, but belongs to it: see [`Scope::header_level`].
    pub attached: bool,
}

/// The reason that a line keeps its indent in canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// Nothing: it gets its canonical indent.
    Free,
    /// It has an error. It stays as long as what it belongs to stays, because its indent can define the unit of the file.
    Error,
    /// It has a tab in its indent, which does not define the unit. It stays as long as it belongs to the same header.
    Tabs,
}

impl Hold {
    /// Of a line that has an error or not.
    pub fn of(line: &Line<'_>, error: bool) -> Self {
        match (error, line.tabs) {
            (false, _) => Self::Free,
            (true, false) => Self::Error,
            (true, true) => Self::Tabs,
        }
    }
}

/// What loose lines have in common that are one text, see [`Scope::text_level`].
pub type TextLevel = (usize, Option<(u32, bool)>);

/// What the lines so far mean for the next one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// The unit of the file's indents, once a line has shown it.
    pub unit: Option<u32>,
    /// The unit that is set for the file. It is that of canonical form then.
    pub set: Option<u32>,
    /// The unit in canonical form: that which is set, else the same, but fixed earlier where a line that is not indented may have to
    /// be.
    pub layout: Option<u32>,
    /// Whether the line before is blank.
    pub after_blank: bool,
    /// Whether the line before is a comment that is at column 0 in canonical form.
    pub after_comment: bool,
    /// Whether the line before lies in a block that nothing closes, so that the next one ends it.
    pub after_block: bool,
    /// The headers whose subtree is open, outermost first.
    pub open: Vec<Open>,
}

impl Scope {
    /// The scope at the start of a document for which a unit is set or not.
    pub fn start(set: Option<u32>) -> Self {
        Self { set, layout: set, ..Self::default() }
    }

    /// The scope where a piece starts that has this state; `set` is the unit that is set for its document.
    pub fn at(state: &State, set: Option<u32>) -> Self {
        if state.is_start() { Self::start(set) } else { Self::of(state) }
    }

    /// The unit that lines are measured by.
    pub fn own_unit(&self) -> u32 {
        self.unit.or(self.set).unwrap_or(DEFAULT_UNIT)
    }

    /// Where something at `indent` under a header at `parent` should be. The unit of the file is right, and so is the
    /// one that is set.
    pub fn expected(&self, parent: u32, indent: u32) -> u32 {
        match self.set.map(|set| parent.saturating_add(set)) {
            Some(set) if set == indent => set,
            _ => parent.saturating_add(self.own_unit()),
        }
    }

    /// The canonical unit, as far as it is known.
    pub fn layout_unit(&self) -> u32 {
        self.layout.unwrap_or(DEFAULT_UNIT)
    }

    /// How many of the open headers a line at `indent` lies under.
    pub fn level(&self, indent: u32) -> usize {
        self.open.partition_point(|o| o.indent < indent)
    }

    /// The header that a line at `indent` belongs to.
    pub fn owner(&self, indent: u32) -> Option<&Open> {
        self.level(indent).checked_sub(1).and_then(|i| self.open.get(i))
    }

    /// What loose lines have in common that are one text: the headers that they lie under. Where the last
    /// header is none of these, only lines with the same indent are: in canonical form they are too.
    pub fn text_level(&self, line: &Line<'_>) -> TextLevel {
        let level = self.level(line.indent);
        (level, (level < self.open.len()).then_some((line.indent, line.tabs)))
    }

    /// Whether the next line continues a run of loose lines: a line of the same level. One at column 0 that is the first under a
    /// header there that contains text is also continued by deeper lines: a list below its sentence.
    pub fn text_goes_on(&self, run: TextLevel, first: bool, next: TextLevel) -> bool {
        let holds = |last: &Open| {
            (last.indent, last.placed) == (0, 0) && last.kind.content().is_some_and(Content::takes_text)
        };
        let takes_in = || first && run.1 == Some((0, false)) && next.1.is_none();
        run == next || (takes_in() && self.open.last().is_some_and(holds))
    }

    /// Whether definitions of commands are at `level`.
    pub fn documents(&self, level: usize) -> bool {
        self.open.iter().take(level).any(|o| o.kind.is("Documentation"))
    }

    /// How many of the open headers a header at `indent` lies under: those that are less indented. A header
    /// that is not indented at all, right after one that is there to hold its like, lies under that too,
    /// unless it ended a block that nothing closes.
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

    /// Takes in a line with a header; one with an error keeps its place in canonical form if it can.
    pub fn enter(&mut self, line: &Line<'_>, kind: HeaderKind, error: bool) {
        let level = self.header_level(line.indent, kind);
        let attached = level > self.level(line.indent);
        if attached {
            self.layout = self.layout.or(Some(DEFAULT_UNIT));
        } else if line.tabs {
            self.settle(line);
        } else {
            self.show(line.indent);
        }
        // Where a header that this one is attached to moves, it would no longer be attached.
        let moves = attached && self.open.iter().take(level).any(|o| o.placed != o.indent);
        let hold = if moves { Hold::Free } else { Hold::of(line, error) };
        let placed = place_at(&self.open, level, line.indent, hold, self.layout_unit());
        self.open.truncate(level);
        // From here on, what is deeper than this header is deeper than those that it is attached to.
        self.open.iter_mut().for_each(|o| o.indent = o.indent.min(line.indent));
        self.open.push(Open { indent: line.indent, placed, kind, attached });
        self.after_block = false;
    }

    /// Takes in a line that is neither blank, comment nor loose text. Its indent shows the unit; one with
    /// tabs shows none.
    pub fn meet(&mut self, line: &Line<'_>) {
        if line.tabs || self.owner(line.indent).is_none() {
            self.meet_loose(line);
        } else {
            self.show(line.indent);
        }
    }

    /// Takes in a line that shows no unit. In canonical form it may be indented all the same: by what is to
    /// be the unit from then on.
    pub fn meet_loose(&mut self, line: &Line<'_>) {
        let under_nothing = self.owner(line.indent).is_none() && !self.open.is_empty();
        if under_nothing {
            self.layout = self.layout.or(Some(DEFAULT_UNIT));
        } else if line.tabs {
            self.settle(line);
        }
    }

    /// Takes in a line with tabs: if it cannot stay where it is, spaces come in their place.
    fn settle(&mut self, line: &Line<'_>) {
        if self.place(line.indent, Hold::Tabs) != line.indent {
            self.layout = self.layout.or(Some(DEFAULT_UNIT));
        }
    }

    /// The first indent that is deeper than a header's shows the unit.
    pub fn show(&mut self, indent: u32) {
        if self.unit.is_some() {
            return;
        }
        if let Some(owner) = self.owner(indent) {
            self.unit = Some((indent - owner.indent).min(u32::from(u16::MAX)));
            self.layout = self.layout.or(self.unit);
        }
    }

    /// The canonical indent of a line at `indent`.
    pub fn place(&self, indent: u32, hold: Hold) -> u32 {
        place(&self.open, indent, hold, self.layout_unit())
    }

    /// The canonical indent of a comment. Before the unit is known, it keeps its indent.
    pub fn place_comment(&self, line: &Line<'_>) -> u32 {
        self.place(line.indent, Hold::of(line, line.tabs || self.layout.is_none()))
    }

    /// The scope in the coding of a line scan.
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

    pub fn of(state: &State) -> Self {
        let mut words = state.0.iter().copied();
        let flags = words.next().unwrap_or(0);
        let units = words.next().unwrap_or(0);
        let unit = |unit: u32| (unit > 0).then_some(unit);
        let mut scope = Self {
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
            scope.open.push(Open { indent, placed, kind: HeaderKind::from_code(kind & 255), attached });
        }
        scope
    }
}

/// The canonical indent of a line at `indent`, under what is `open`, outermost first: one unit deeper
/// than what it belongs to, and never deeper than what it closes, which may be held further left.
pub fn place(open: &[Open], indent: u32, hold: Hold, unit: u32) -> u32 {
    place_at(open, open.partition_point(|o| o.indent < indent), indent, hold, unit)
}

/// The same for a line that lies under the first `level` of what is open.
fn place_at(open: &[Open], level: usize, indent: u32, hold: Hold, unit: u32) -> u32 {
    let parent = level.checked_sub(1).and_then(|i| open.get(i));
    let closed = open.get(level);
    let unmoved = |o: &Open| o.placed == o.indent;
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

    fn open(scope: &mut Scope, line: &str) {
        let line = Line::new(line);
        let name = line.rest.trim_start_matches('.');
        scope.enter(&line, HeaderKind::of(name), line.tabs);
    }

    #[test]
    fn a_scope_survives_its_coding() {
        let mut scope = Scope { after_comment: true, ..Scope::start(Some(8)) };
        for line in [".Documentation", "   .Nonsense", "      .build"] {
            open(&mut scope, line);
        }
        assert_eq!((scope.unit, scope.layout, scope.open.len()), (Some(3), Some(8), 3));
        assert_eq!(Scope::of(&scope.state()), scope);
        assert!(!Scope::default().state().is_start());
    }

    #[test]
    fn a_line_is_placed_under_its_header() {
        let mut scope = Scope::default();
        for line in [".Examples", "  .Execute", "     .build"] {
            open(&mut scope, line);
        }
        let placed: Vec<_> = scope.open.iter().map(|o| o.placed).collect();
        assert_eq!(placed, [0, 2, 4]);
        assert_eq!(scope.place(9, Hold::Free), 6);
        // A line with an error stays if the headers around it do,
        let errors = [1, 3, 5, 9].map(|indent| scope.place(indent, Hold::Error));
        assert_eq!(errors, [1, 4, 4, 6]);
        // one with tabs as long as it lies under the same headers.
        let tabs = [1, 3, 5, 9].map(|indent| scope.place(indent, Hold::Tabs));
        assert_eq!(tabs, [1, 3, 4, 9]);
    }
}
