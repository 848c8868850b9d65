//! The components of the framework in a source: which elements they are, and what their props say.

use agmark_syntax::Span;

use super::annotation::{Annotation, Value, value};
use crate::syntax::html::{Attribute, Dom, Element};
use crate::syntax::imports::{Imports, Origin};
use crate::syntax::language::Language;
use crate::vocabulary::components::{Component, find, kebab};
use crate::vocabulary::{self, Values};

/// Whether a text has a component of the framework: imported from one of its packages, or with its own props.
pub fn evidence(text: &str, source: Language) -> bool {
    if Imports::of(text).has_framework() {
        return true;
    }
    let dom: Dom = source.read(text);
    let ours = |element: &Element| {
        find(element.name(text)).is_some_and(|component| has_own_props(component, element, text))
    };
    dom.elements.iter().any(ours)
}

/// Whether an element is a component of the framework and not another one of that name.
pub fn is_ours(imports: &Imports, component: &Component, element: &Element, text: &str) -> bool {
    match imports.origin(component, element.span.start) {
        Some(Origin::Framework) => true,
        Some(Origin::Elsewhere) => has_own_props(component, element, text),
        None => {
            let attributes = &element.tag.attributes;
            attributes.is_empty() || attributes.iter().any(|one| prop(component, one, text).is_some())
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
