//! The components of the framework. Their props are the annotations.

use agmark_syntax::Span;

use super::annotation::{Annotation, Value, value};
use crate::syntax::html::{Attribute, Dom, Element};
use crate::syntax::language::Language;
use crate::vocabulary::{self, Values};

/// How the names of the framework's packages begin.
const PACKAGES: &[&str] = &["@agent-accessibility-framework/", "agent-accessibility-framework"];

/// How many bytes of an import are read.
const IMPORT: usize = 2 << 10;

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

/// Whether a text has a component of the framework: imported from one of its packages, or with its own props.
pub fn evidence(text: &str, source: Language) -> bool {
    let imports = Imports::of(text);
    if COMPONENTS.iter().any(|one| imports.origin(one.name) == Some(Origin::Framework)) {
        return true;
    }
    let dom: Dom = source.read(text);
    let ours = |element: &Element| {
        find(element.name(text)).is_some_and(|component| has_own_props(component, element, text))
    };
    dom.elements.iter().any(ours)
}

/// The imports of a source.
#[derive(Debug, Default)]
pub struct Imports<'a> {
    /// The clause between `import` and `from`, and the name of the module.
    all: Vec<(&'a str, &'a str)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// A package of the framework.
    Framework,
    /// The project itself, or a package of others.
    Elsewhere,
}

impl<'a> Imports<'a> {
    /// The imports of a source that mention a component.
    pub fn of(text: &'a str) -> Self {
        let starts = memchr::memmem::find_iter(text.as_bytes(), "import");
        let import = |at: usize| {
            let end = text.floor_char_boundary((at + IMPORT).min(text.len()));
            let (clause, rest) = text.get(at + "import".len()..end)?.split_once("from")?;
            let rest = rest.trim_start();
            let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            let module = rest.get(1..)?.split(quote).next()?;
            (clause.contains("Agent") && !clause.contains([';', '"', '\''])).then_some((clause, module))
        };
        Imports { all: starts.filter_map(import).collect() }
    }

    fn origin(&self, component: &str) -> Option<Origin> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let names = |clause: &str| clause.split(|c| !is_part(c)).any(|word| word == component);
        let (_, module) = self.all.iter().find(|(clause, _)| names(clause))?;
        let of_framework = PACKAGES.iter().any(|package| module.starts_with(package));
        Some(if of_framework { Origin::Framework } else { Origin::Elsewhere })
    }

    /// Whether an element is a component of the framework and not another one of that name.
    pub fn is_ours(&self, component: &Component, element: &Element, text: &str) -> bool {
        match self.origin(component.name) {
            Some(Origin::Framework) => true,
            Some(Origin::Elsewhere) => has_own_props(component, element, text),
            None => {
                let attributes = &element.tag.attributes;
                attributes.is_empty() || attributes.iter().any(|one| prop(component, one, text).is_some())
            }
        }
    }
}

/// Whether an element has a prop with a value that only components of the framework have. An action name without a dot
/// is too common.
fn has_own_props(component: &Component, element: &Element, text: &str) -> bool {
    let props = element.tag.attributes.iter().filter_map(|attribute| prop(component, attribute, text));
    props.into_iter().any(|one| {
        one.legal().is_some_and(|value| match one.name {
            "action" => value.contains('.'),
            "version" => false,
            _ => !matches!(one.known.map(|known| &known.values), None | Some(Values::Any)),
        })
    })
}

/// The annotations of a component: its kind and its props.
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
