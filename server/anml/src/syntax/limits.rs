//! What the front matter says of the body: `depth`, `budget`, `filter`.

use smallvec::SmallVec;

use crate::syntax::actionable::{Origin, acts};
use crate::syntax::element::Element;
use crate::vocabulary;

/// Budgets of more lines than this are not counted: every line that comes or goes would move the count of all
/// lines after it.
pub const COUNTED: u32 = 20_000;

/// The limits that the front matter sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Elements of this depth are too deep.
    pub depth: Option<u32>,
    /// How many more lines the body may have.
    pub budget: Option<u32>,
    pub filter: Option<Filter>,
    /// Some elements are shown whole, whatever the depth and the filter say.
    pub expanded: bool,
}

/// The roles that a filter lets through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub interactive: bool,
    /// Hashes of role names: the state at a cut is made of numbers.
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

    /// What holds for the body, behind the front matter.
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
    /// Reads the list of a filter. `compact` depends on what is below an element: with it nothing is checked.
    fn read(value: &str) -> Option<Self> {
        let mut filter = Self::default();
        for word in value.split(',').map(str::trim) {
            match word {
                "compact" => return None,
                "interactive" => filter.interactive = true,
                "" => {}
                // It is told of where it is written.
                word if vocabulary::filter_typo(word).is_some() => return None,
                role => filter.roles.push(hash(role)),
            }
        }
        // Each element is looked up.
        filter.roles.sort_unstable();
        (filter != Self::default()).then_some(filter)
    }

    /// Whether an element belongs into the body. What holds tables does, since their cells may be what was asked for;
    /// among what agents act on, so does what they act on because of its ref.
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
