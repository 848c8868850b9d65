//! The lines with some roles, under the nearest of them that is further up.

use super::line::{Class, LineText, ViewLine};
use crate::vocabulary;

/// What a filter keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub interactive: bool,
    pub compact: bool,
    pub roles: Vec<String>,
}

/// A filter that is none.
#[derive(Debug, thiserror::Error)]
#[error("invalid filter \"{0}\": write `interactive`, `compact` or role names, with commas between them")]
pub struct FilterError(String);

impl std::str::FromStr for Filter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Self, FilterError> {
        let mut filter = Self::default();
        for word in text.split(',').map(str::trim) {
            match word {
                "interactive" => filter.interactive = true,
                "compact" => filter.compact = true,
                role if crate::syntax::chars::role(role.as_bytes()) == (role.len(), true) => {
                    filter.roles.push(role.to_owned());
                }
                _ => return Err(FilterError(text.to_owned())),
            }
        }
        Ok(filter)
    }
}

impl Filter {
    pub fn interactive() -> Self {
        Self { interactive: true, ..Self::default() }
    }

    /// The words of the front matter's `filter`.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let fixed = [(self.interactive, "interactive"), (self.compact, "compact")];
        let fixed = fixed.into_iter().filter(|(on, _)| *on).map(|(_, word)| word);
        fixed.chain(self.roles.iter().map(String::as_str))
    }

    /// The message about an empty result.
    pub fn nothing_left(&self) -> String {
        let words: Vec<_> = self.words().collect();
        format!("nothing passes the filter \"{}\"", words.join(", "))
    }

    /// Whether there is anything to be done line by line.
    pub fn is_by_role(&self) -> bool {
        self.interactive || !self.roles.is_empty()
    }

    fn names(&self, role: &str) -> bool {
        let base = vocabulary::base(role);
        self.roles.iter().any(|r| r == role || r == base)
    }
}

/// An element that is open.
#[derive(Default)]
struct Open {
    depth: u32,
    /// How deep its children are written.
    below: u32,
    kept: bool,
    /// It matches by its role, so its content is kept.
    whole: bool,
    /// Its role, and the header of its table, while they may be needed.
    role: String,
    text: String,
    header: String,
}

/// The stage.
pub struct Stage {
    filter: Filter,
    open: Vec<Open>,
    /// Closed ones, for their room.
    spare: Vec<Open>,
    /// For rows at the top level.
    top: Open,
}

impl Stage {
    pub fn new(filter: Filter) -> Self {
        Self { filter, open: Vec::new(), spare: Vec::new(), top: Open { kept: true, ..Open::default() } }
    }

    pub fn line(&mut self, line: ViewLine<'_>, next: &mut dyn FnMut(ViewLine<'_>)) {
        while let Some(open) = self.open.pop_if(|open| open.depth >= line.depth) {
            self.spare.push(open);
        }
        let (depth, whole) = self.open.last().map_or((0, false), |open| (open.below, open.whole));
        match line.class {
            Class::Element => self.element(line, depth, next),
            Class::Row if !whole && !line.pinned => self.row(line, next),
            _ if whole || line.pinned => next(ViewLine { depth, ..line }),
            _ => {}
        }
    }

    fn element(&mut self, line: ViewLine<'_>, depth: u32, next: &mut dyn FnMut(ViewLine<'_>)) {
        let whole = self.filter.names(line.role);
        let kept = line.pinned || whole || (self.filter.interactive && line.interactive);
        let mut open = self.spare.pop().unwrap_or_default();
        open.depth = line.depth;
        open.below = depth + u32::from(kept);
        (open.kept, open.whole) = (kept, whole);
        open.role.clear();
        open.text.clear();
        open.header.clear();
        if kept {
            next(ViewLine { depth, ..line });
        } else {
            // It may contain a table with kept rows.
            open.role.push_str(line.role);
            match line.source {
                LineText::Entry(entry) => open.text.push_str(entry.span.text(entry.text)),
                LineText::Text(text) => open.text.push_str(text),
            }
        }
        self.open.push(open);
    }

    /// A row with an element that is kept brings its header along, and whose table it is.
    fn row(&mut self, line: ViewLine<'_>, next: &mut dyn FnMut(ViewLine<'_>)) {
        let filter = &self.filter;
        let wanted = (filter.interactive && line.interactive) || line.has_role(|role| filter.names(role));
        let table = self.open.last_mut().unwrap_or(&mut self.top);
        if line.header {
            table.header.clear();
        }
        if !wanted {
            if line.header {
                table.header = line.text();
            }
            return;
        }
        if !table.kept {
            let text = crate::syntax::entry::canonical_line(&table.text);
            next(ViewLine::element(table.below, &table.role, &text));
            table.kept = true;
            table.below += 1;
        }
        let depth = table.below;
        let header = std::mem::take(&mut table.header);
        if !header.is_empty() {
            next(ViewLine {
                depth,
                header: true,
                interactive: false,
                referenced: false,
                source: LineText::Text(&header),
                ..line
            });
        }
        next(ViewLine { depth, ..line });
    }
}
