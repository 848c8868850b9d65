//! The limits of the body in the front matter: `depth`, `budget`, `filter`.

use smallvec::SmallVec;

use crate::syntax::actionable::{Origin, acts};
use crate::syntax::element::Element;
use crate::vocabulary;

/// The largest budget that is checked. Each inserted or removed line changes the count of all lines after it.
pub const COUNTED: u32 = 20_000;

/// The limits that the front matter sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Elements of this depth are too deep.
    pub depth: Option<u32>,
    /// How many more lines the body may have.
    pub budget: Option<u32>,
    pub filter: Option<Filter>,
    /// Some elements are shown completely, without depth and filter.
    pub expanded: bool,
}

/// The roles that a filter keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub interactive: bool,
    /// Hashes of role names, because the state at a cut consists of numbers.
    pub roles: SmallVec<[u32; 4]>,
}

impl Limits {
    /// Takes a key of the front matter and its value, if it is one that sets a limit and makes sense.
    pub fn set(&mut self, key: &str, value: &str) {
        match key {
            "depth" => self.depth = value.parse().ok().filter(|d| *d > 0),
            "budget" => self.budget = value.parse().ok().filter(|b| *b <= COUNTED),
            "filter" => self.filter = Filter::read(value),
            "expand" => self.expanded = !value.is_empty(),
            _ => {}
        }
    }

    /// Completes the limits after the front matter.
    pub fn settle(&mut self) {
        if std::mem::take(&mut self.expanded) {
            (self.depth, self.filter) = (None, None);
        }
    }

    /// Counts a line of the body; true for the first one that is too many.
    pub fn count_line(&mut self) -> bool {
        match self.budget {
            Some(0) => {
                self.budget = None;
                true
            }
            Some(left) => {
                self.budget = Some(left - 1);
                false
            }
            None => false,
        }
    }
}

impl Filter {
    /// Reads the list of a filter. `compact` depends on the content of an element, so it is not checked.
    fn read(value: &str) -> Option<Self> {
        let mut filter = Self::default();
        for word in value.split(',').map(str::trim) {
            match word {
                "compact" => return None,
                "interactive" => filter.interactive = true,
                "" => {}
                // It is reported where it is written.
                word if vocabulary::filter_typo(word).is_some() => return None,
                role => filter.roles.push(hash(role)),
            }
        }
        // Each element is looked up.
        filter.roles.sort_unstable();
        (filter != Self::default()).then_some(filter)
    }

    /// Whether the filter keeps an element. Elements with tables are kept, because their cells may match. Elements
    /// that are interactive because of a ref match `interactive`.
    pub fn keeps(&self, element: &Element, text: &str, origin: Origin) -> bool {
        let role = element.role.text(text);
        let base = vocabulary::base(role);
        (self.interactive && acts(element, text, origin))
            || vocabulary::holds_rows(base)
            || [role, base].iter().any(|r| self.roles.binary_search(&hash(r)).is_ok())
    }
}

/// FNV-1a.
pub fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |h, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193))
}
