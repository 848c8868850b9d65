//! What agents do to elements, by role: the verbs of action scripts (section 6 of the source).

/// The argument after a verb's ref.
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
    /// Any interactive role. On other roles it may have no effect.
    Interactive,
    Roles(&'static [&'static str]),
    /// These roles, and elements that can be expanded: `[expanded]`, `[collapsed]` or a summary.
    Expandable(&'static [&'static str]),
}

/// A verb.
#[derive(Debug)]
pub struct Verb {
    pub name: &'static str,
    /// A sentence.
    pub doc: &'static str,
    pub argument: Argument,
    pub takes: Takes,
}

/// Directions to scroll in.
pub const DIRECTIONS: &[&str] = &["up", "down", "left", "right"];

const ONOFF: Takes = Takes::Roles(&["checkbox", "radio", "switch", "toggle", "menuitem", "option"]);

const fn verb(name: &'static str, doc: &'static str, argument: Argument, takes: Takes) -> Verb {
    Verb { name, doc, argument, takes }
}

/// All verbs.
pub static VERBS: &[Verb] = &[
    verb("click", "Clicks an element, as with the mouse.", Argument::None, Takes::Interactive),
    verb(
        "fill",
        "Puts a text into a field, in place of what it holds.",
        Argument::Text,
        Takes::Roles(&["textbox", "searchbox", "combobox", "spinbutton", "slider"]),
    ),
    verb("check", "Turns something on; what is on stays so.", Argument::None, ONOFF),
    verb("uncheck", "Turns something off; what is off stays so.", Argument::None, ONOFF),
    verb(
        "select",
        "Chooses one of the options of an element by its name.",
        Argument::Text,
        Takes::Roles(&["combobox", "listbox", "select", "option", "tab", "treeitem", "radio"]),
    ),
    verb("hover", "Moves the pointer above an element.", Argument::None, Takes::Any),
    verb(
        "expand",
        "Shows what is folded away, or summed up.",
        Argument::None,
        Takes::Expandable(&["treeitem", "combobox", "menuitem", "button", "row", "group"]),
    ),
    verb("scroll", "Scrolls within an element.", Argument::Direction, Takes::Any),
    verb("keys", "Presses keys while an element has the focus.", Argument::Text, Takes::Any),
    verb("text", "Reads what an element says.", Argument::None, Takes::Any),
];

impl Argument {
    /// An example of the argument after the ref.
    pub fn example(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Text => " \"text\"",
            Self::Direction => " down",
        }
    }
}
