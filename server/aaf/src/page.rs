//! A page: its elements, and what their annotations say.

use std::borrow::Cow;
use std::ops::Range;

use agmark_syntax::Span;

use crate::html::{self, Dom, Element, Written};
use crate::template;
use crate::vocabulary::{self, MANIFEST_TYPE, PREFIX};

/// What attributes are written with whose value is an expression: Vue, Alpine, Angular.
const BINDINGS: &[&str] = &[":", "v-bind:", "x-bind:", "[attr."];

/// A page of HTML.
pub struct Page<'a> {
    pub text: &'a str,
    pub dom: Dom,
    /// The elements with annotations, in the order of the text.
    pub annotated: Vec<Annotated<'a>>,
    /// The scripts that hold a manifest: index of the element.
    pub manifests: Vec<usize>,
}

/// An element with annotations.
pub struct Annotated<'a> {
    /// Its index in the DOM.
    pub element: usize,
    /// Its annotations in the order of the text.
    pub annotations: Vec<Annotation<'a>>,
    /// Whether a template may add attributes that are not written here: then none is missing.
    pub uncertain: bool,
}

/// An annotation as written.
pub struct Annotation<'a> {
    /// The name without `data-agent-`.
    pub name: &'a str,
    /// What is known of that name.
    pub known: Option<&'static vocabulary::Attribute>,
    /// The bytes of the whole name.
    pub name_span: Span,
    pub value: Value<'a>,
    /// The bytes of the value, without quotes; the end of the name where nothing is written.
    pub value_span: Span,
    /// The whole attribute.
    pub span: Span,
    /// False where the quote before the value is never closed.
    pub closed: bool,
    /// Whether the element has an attribute of this name before: browsers take that one.
    pub repeated: bool,
}

/// What an annotation's value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// Put together when the page is served or shown.
    Dynamic,
    /// What is written; empty where there is no value.
    Text(Cow<'a, str>),
}

impl<'a> Page<'a> {
    pub fn new(text: &'a str) -> Self {
        let dom = Dom::new(text);
        let mut annotated = Vec::new();
        let mut manifests = Vec::new();
        for (index, element) in dom.elements.iter().enumerate() {
            if is_manifest(element, text) {
                manifests.push(index);
            }
            let annotations = annotations(element, text);
            if !annotations.is_empty() {
                annotated.push(Annotated { element: index, annotations, uncertain: element.tag.dynamic });
            }
        }
        Page { text, dom, annotated, manifests }
    }

    /// The DOM element of an annotated one.
    pub fn element(&self, annotated: &Annotated<'_>) -> Option<&Element> {
        self.dom.elements.get(annotated.element)
    }

    /// The name of an annotated element's tag.
    pub fn tag(&self, annotated: &Annotated<'_>) -> &'a str {
        self.element(annotated).map_or("", |element| element.name(self.text))
    }

    /// The annotations of a DOM element, if it has any.
    pub fn annotated_at(&self, element: usize) -> Option<&Annotated<'a>> {
        let found = self.annotated.binary_search_by_key(&element, |one| one.element).ok()?;
        self.annotated.get(found)
    }

    /// The annotated elements around a DOM element, innermost first.
    pub fn around(&self, element: usize) -> impl Iterator<Item = &Annotated<'a>> {
        self.dom.ancestors(element).filter_map(|(index, _)| self.annotated_at(index))
    }

    /// The action that an element stands in (6.1.1: the nested one wins over `for-action`).
    pub fn owner<'b>(&'b self, annotated: &'b Annotated<'a>) -> Owner<'b> {
        let mut owner: Option<&str> = None;
        for action in self.around(annotated.element).filter_map(|one| one.get("action")) {
            match (&action.value, owner) {
                (Value::Dynamic, None) => return Owner::Unknown,
                (Value::Dynamic, Some(_)) => break,
                (Value::Text(name), None) => owner = Some(name),
                // A part of an action has the fields of the action.
                (Value::Text(name), Some(part)) if is_part_of(part, name) => owner = Some(name),
                _ => break,
            }
        }
        if let Some(name) = owner {
            return Owner::Action(name);
        }
        match annotated.get("for-action").map(|annotation| &annotation.value) {
            Some(Value::Text(name)) => Owner::Action(name),
            Some(Value::Dynamic) => Owner::Unknown,
            None if annotated.uncertain => Owner::Unknown,
            None => Owner::Nobody,
        }
    }
}

/// Whose field or status an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner<'a> {
    Action(&'a str),
    /// Only known when the page is served.
    Unknown,
    Nobody,
}

/// Whether `part` is a sub-action of `action`: `invoice.create.submit` of `invoice.create`.
pub fn is_part_of(part: &str, action: &str) -> bool {
    !action.is_empty() && part.strip_prefix(action).is_some_and(|rest| rest.starts_with('.'))
}

impl<'a> Annotated<'a> {
    /// The annotation of this name that counts.
    pub fn get(&self, name: &str) -> Option<&Annotation<'a>> {
        self.annotations.iter().find(|one| one.name == name)
    }

    /// What an annotation says, if that is known.
    pub fn text(&self, name: &str) -> Option<&str> {
        match &self.get(name)?.value {
            Value::Text(text) => Some(text),
            Value::Dynamic => None,
        }
    }

    /// Whether the element has the annotation, whatever it says.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

impl Annotation<'_> {
    /// The value, if it is known and of a legal form: what names and references are made of.
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

/// Whether an element is a script that holds a manifest (6.4).
fn is_manifest(element: &Element, text: &str) -> bool {
    element.is(text, "script")
        && element.attribute(text, "type").is_some_and(|value| {
            let kind = value.split(';').next().unwrap_or("").trim();
            kind.eq_ignore_ascii_case(MANIFEST_TYPE)
        })
}

fn annotations<'a>(element: &Element, text: &'a str) -> Vec<Annotation<'a>> {
    let mut found: Vec<Annotation<'a>> = Vec::new();
    for attribute in &element.tag.attributes {
        let written = &text[attribute.name.clone()];
        let Some((name, bound)) = annotation_name(written) else { continue };
        // A name that a template puts together may be any name.
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
            repeated: found.iter().any(|one| one.name_span.text(text) == written),
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

fn value<'a>(written: Option<&Written>, text: &'a str, end: usize) -> (Value<'a>, Range<usize>, bool) {
    let Some(written) = written else { return (Value::Text("".into()), end..end, true) };
    let raw = &text[written.span.clone()];
    let value = match template::is_dynamic(raw) {
        true => Value::Dynamic,
        false => Value::Text(html::decode(raw)),
    };
    (value, written.span.clone(), written.closed)
}
