//! What agents do to elements, by role: the verbs of action scripts (section 6 of the source).

/// What stands behind a verb's ref.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    None,
    /// A JSON string.
    Text,
    /// `up`, `down`, `left` or `right`.
    Direction,
}

/// Which elements a verb is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    Any,
    /// Any interactive role; on others it may do nothing.
    Interactive,
    Roles(&'static [&'static str]),
    /// These roles, and whatever says that there is more of it: `[expanded]`, `[collapsed]`, a summary.
    Expandable(&'static [&'static str]),
}

/// A verb.
#[derive(Debug)]
pub struct Verb {
    pub name: &'static str,
    pub argument: Argument,
    pub takes: Takes,
}

/// Directions to scroll in.
pub const DIRECTIONS: &[&str] = &["up", "down", "left", "right"];

const ONOFF: Takes = Takes::Roles(&["checkbox", "radio", "switch", "toggle", "menuitem", "option"]);

const fn verb(name: &'static str, argument: Argument, takes: Takes) -> Verb {
    Verb { name, argument, takes }
}

/// All verbs.
pub static VERBS: &[Verb] = &[
    verb("click", Argument::None, Takes::Interactive),
    verb("fill", Argument::Text, Takes::Roles(&["textbox", "searchbox", "combobox", "spinbutton", "slider"])),
    verb("check", Argument::None, ONOFF),
    verb("uncheck", Argument::None, ONOFF),
    verb(
        "select",
        Argument::Text,
        Takes::Roles(&["combobox", "listbox", "select", "option", "tab", "treeitem", "radio"]),
    ),
    verb("hover", Argument::None, Takes::Any),
    verb(
        "expand",
        Argument::None,
        Takes::Expandable(&["treeitem", "combobox", "menuitem", "button", "row", "group"]),
    ),
    verb("scroll", Argument::Direction, Takes::Any),
    verb("keys", Argument::Text, Takes::Any),
    verb("text", Argument::None, Takes::Any),
];

impl Argument {
    /// How a line with it is written, behind the ref.
    pub fn example(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Text => " \"text\"",
            Self::Direction => " down",
        }
    }
}
