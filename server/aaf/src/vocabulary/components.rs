//! The components of the framework. Their props are the annotations.

/// A component of the framework.
#[derive(Debug, PartialEq)]
pub struct Component {
    pub name: &'static str,
    /// The kind of its element.
    pub kind: &'static str,
    /// Each prop with its annotation.
    pub props: &'static [(&'static str, &'static str)],
    /// One sentence, Markdown.
    pub docs: &'static str,
}

/// All components.
pub const COMPONENTS: &[Component] = &[
    Component {
        name: "AgentAction",
        kind: "action",
        props: &[
            ("action", "action"),
            ("danger", "danger"),
            ("confirm", "confirm"),
            ("scope", "scope"),
            ("idempotent", "idempotent"),
            ("version", "version"),
        ],
        docs: "The element of an action, which contains its fields and buttons.",
    },
    Component {
        name: "AgentField",
        kind: "field",
        props: &[("field", "field"), ("forAction", "for-action")],
        docs: "An input of the action around it, or of the one that `forAction` names.",
    },
    Component {
        name: "AgentSubmit",
        kind: "action",
        props: &[("action", "action")],
        docs: "The button that submits the action.",
    },
    Component {
        name: "AgentStatus",
        kind: "status",
        props: &[("output", "output"), ("forAction", "for-action")],
        docs: "The status of an action.",
    },
];

/// The component of this name, also as Vue templates write it (`agent-field`).
pub fn find(name: &str) -> Option<&'static Component> {
    // Most elements are not components.
    if !name.starts_with(['A', 'a']) {
        return None;
    }
    let same = |one: &&Component| one.name == name || (name.contains('-') && kebab(one.name) == name);
    COMPONENTS.iter().find(same)
}

/// How the start tags of components begin, also as Vue templates write them.
pub fn names() -> impl Iterator<Item = String> {
    COMPONENTS.iter().flat_map(|one| [format!("<{}", one.name), format!("<{}", kebab(one.name))])
}

/// `AgentField` as `agent-field`.
pub fn kebab(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push('-');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}
