//! States.

/// A state.
#[derive(Debug)]
pub struct State {
    pub name: &'static str,
    /// The roles that it applies to; empty for all.
    pub roles: &'static [&'static str],
    /// A sentence.
    pub doc: &'static str,
}

const fn any(name: &'static str, doc: &'static str) -> State {
    State { name, roles: &[], doc }
}

const fn on(name: &'static str, roles: &'static [&'static str], doc: &'static str) -> State {
    State { name, roles, doc }
}

const FIELD: &[&str] = &[
    "textbox",
    "searchbox",
    "combobox",
    "checkbox",
    "radio",
    "select",
    "listbox",
    "slider",
    "spinbutton",
    "switch",
];

/// All known states.
pub static STATES: &[State] = &[
    on("checked", &["checkbox", "radio", "switch", "menuitem", "toggle"], "It is on."),
    any("disabled", "It is shown, but cannot be used."),
    any("expanded", "What belongs to it is shown."),
    any("collapsed", "What belongs to it is folded away; `expand` shows it."),
    on("selected", &["tab", "option", "treeitem", "row", "cell", "item"], "It is the one that was chosen."),
    on("modal", &["dialog"], "Nothing else can be used while it is open."),
    on("open", &["dialog", "menu", "select", "combobox"], "It is shown."),
    on("masked", &["textbox"], "The text is hidden from view, as in a password field."),
    on("required", FIELD, "It must be filled in."),
    on("readonly", FIELD, "It can be read, not changed."),
    on("invalid", FIELD, "What it holds is not accepted."),
    on("pressed", &["button", "toggle", "menuitem"], "It is pressed in."),
    any("hidden", "It is there, but not shown."),
    any("focused", "What is typed goes here."),
    any("busy", "It is being changed: look again later."),
    any("highlighted", "It is marked, as the one that would be taken next."),
    any("current", "It stands for where one is."),
    on("primary", &["button"], "The button that is meant to be pressed."),
    on("visited", &["link"], "The link was followed before."),
    on("multiselectable", &["listbox", "tree", "grid", "tablist"], "Several can be selected."),
    on("primary_key", &["column"], "It names a row, once and for all."),
    on("not_null", &["column"], "It always holds something."),
    on("unique", &["column"], "No two rows hold the same."),
    on("exported", &["function", "class", "variable"], "Other files can use it."),
];
