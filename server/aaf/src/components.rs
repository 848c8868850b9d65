//! The components of the framework, whose props say what annotations say in HTML.

use agmark_syntax::Span;

use crate::html::{Attribute, Element};
use crate::page::{Annotation, Value, value};
use crate::vocabulary;

/// A component.
#[derive(Debug, PartialEq)]
pub struct Component {
    pub name: &'static str,
    /// What its element is.
    pub kind: &'static str,
    /// Each prop, and the annotation that it stands for.
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
        docs: "The element of an action, with everything that belongs to it inside.",
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
        docs: "The button that sends the action off.",
    },
    Component {
        name: "AgentStatus",
        kind: "status",
        props: &[("output", "output"), ("forAction", "for-action")],
        docs: "Where an action says how it went.",
    },
];

/// The component of this name, also as Vue templates write it (`agent-field`).
pub fn find(name: &str) -> Option<&'static Component> {
    // The bulk of elements is none.
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

/// What the props of a component's element say.
pub fn annotations<'a>(
    component: &'static Component,
    element: &Element,
    text: &'a str,
) -> Vec<Annotation<'a>> {
    let name_span: Span = element.tag.name.clone().into();
    let implied = Annotation {
        name: "kind",
        known: vocabulary::attribute("kind"),
        name_span,
        value: Value::Text(component.kind.into()),
        value_span: Span::at(element.tag.name.end),
        span: name_span,
        closed: true,
        repeated: false,
        implied: true,
    };
    let props = element.tag.attributes.iter().filter_map(|attribute| prop(component, attribute, text));
    std::iter::once(implied).chain(props).collect()
}

fn prop<'a>(component: &Component, attribute: &Attribute, text: &'a str) -> Option<Annotation<'a>> {
    let written = &text[attribute.name.clone()];
    let (plain, bound) = match written.strip_prefix("v-bind:").or_else(|| written.strip_prefix(':')) {
        Some(plain) => (plain, true),
        None => (written, false),
    };
    let of = |(prop, _): &&(&str, &str)| *prop == plain || (plain.contains('-') && kebab(prop) == plain);
    let (_, name) = component.props.iter().find(of)?;
    let (value, value_span, closed) = value(attribute.value.as_ref(), text, attribute.name.end);
    Some(Annotation {
        name,
        known: vocabulary::attribute(name),
        name_span: attribute.name.clone().into(),
        value: if bound { Value::Dynamic } else { value },
        value_span: value_span.into(),
        span: attribute.span().into(),
        closed,
        repeated: false,
        implied: false,
    })
}

/// `AgentField` as `agent-field`.
fn kebab(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push('-');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}
