//! Annotations as they are written.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use agmark_syntax::Span;

use crate::syntax::html::{self, AttributeValue, Element};
use crate::syntax::template;
use crate::vocabulary::{self, PREFIX};

/// How frameworks begin the names of attributes whose value is an expression: Vue, Alpine, Angular.
const BINDINGS: &[&str] = &[":", "v-bind:", "x-bind:", "[attr."];

/// An annotation as written.
pub struct Annotation<'a> {
    /// The name without `data-agent-`.
    pub name: &'a str,
    /// The attribute of the vocabulary.
    pub known: Option<&'static vocabulary::Attribute>,
    /// The bytes of the whole name.
    pub name_span: Span,
    pub value: Value<'a>,
    /// The bytes of the value, without quotes; the end of the name if there is no value.
    pub value_span: Span,
    /// The whole attribute.
    pub span: Span,
    /// False if the quote around the value is unclosed.
    pub closed: bool,
    /// Whether the element has this attribute before. Browsers keep the first one.
    pub repeated: bool,
    /// Whether it is not written but implied: the kind of a component.
    pub implied: bool,
}

/// The value of an annotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// Computed by a template or an expression.
    Dynamic,
    /// A text; empty if the attribute has no value.
    Text(Cow<'a, str>),
}

impl Annotation<'_> {
    /// The value, if it is known and valid.
    pub fn legal(&self) -> Option<&str> {
        let Value::Text(text) = &self.value else { return None };
        let fits = match &self.known?.values {
            vocabulary::Values::OneOf(words) => words.iter().any(|one| one.word == text),
            vocabulary::Values::Like(pattern) => pattern.fits(text),
            vocabulary::Values::Any => true,
        };
        (fits && !self.repeated).then_some(text)
    }
}

/// The annotations of an element.
pub fn annotations<'a>(element: &Element, text: &'a str) -> Vec<Annotation<'a>> {
    let mut found: Vec<Annotation<'a>> = Vec::new();
    let mut seen: HashSet<&str> = HashSet::new();
    for attribute in &element.tag.attributes {
        let written = &text[attribute.name.clone()];
        let Some((name, bound)) = annotation_name(written) else { continue };
        // A computed name may be any name.
        if template::is_dynamic(name) || name.contains(['{', '}']) {
            continue;
        }
        let (value, value_span, closed) = value(attribute.value.as_ref(), text, attribute.name.end);
        found.push(Annotation {
            name,
            known: vocabulary::attribute(name),
            name_span: attribute.name.clone().into(),
            value: if bound { Value::Dynamic } else { value },
            value_span: value_span.into(),
            span: attribute.span().into(),
            closed,
            repeated: !seen.insert(written),
            implied: false,
        });
    }
    found
}

/// The name of an annotation without its prefix, and whether its value is an expression.
fn annotation_name(written: &str) -> Option<(&str, bool)> {
    if let Some(name) = written.strip_prefix(PREFIX) {
        return Some((name, false));
    }
    let bound = BINDINGS.iter().find_map(|binding| written.strip_prefix(binding))?;
    Some((bound.trim_end_matches(']').strip_prefix(PREFIX)?, true))
}

/// The value of an attribute, its bytes without quotes, and whether its quote is closed. `end` is where its name ends.
pub fn value<'a>(
    written: Option<&AttributeValue>,
    text: &'a str,
    end: usize,
) -> (Value<'a>, Range<usize>, bool) {
    let Some(written) = written else { return (Value::Text("".into()), end..end, true) };
    let raw = &text[written.span.clone()];
    let value = match template::is_dynamic(raw) {
        true => Value::Dynamic,
        false => Value::Text(html::decode(raw)),
    };
    (value, written.span.clone(), written.closed)
}
