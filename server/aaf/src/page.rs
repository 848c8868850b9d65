//! A page: its elements, and what their annotations say.

pub mod components;
pub mod conditions;
mod context;
pub mod reading;
mod relations;
pub mod resolve;
pub mod submits;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use agmark_syntax::{Span, work};

use crate::risk;
use crate::syntax::html::{self, Dom, Element, Said, Written};
use crate::syntax::language::Source;
use crate::syntax::libraries::Mapping;
use crate::syntax::template;
use crate::vocabulary::{self, MANIFEST_TYPE, PREFIX};
use components::{Component, Imports};
use context::Context;
use relations::Relations;
use resolve::Instances;
use submits::Submits;

/// What attributes are written with whose value is an expression: Vue, Alpine, Angular.
const BINDINGS: &[&str] = &[":", "v-bind:", "x-bind:", "[attr."];

/// How many parts of a name are looked at.
const PARTS: usize = 64;

/// A page of HTML, or the source of a component.
pub struct Page<'a> {
    pub text: &'a str,
    pub source: Source,
    pub dom: Arc<Dom>,
    /// What is around each element.
    pub contexts: Arc<[Context]>,
    /// The elements with annotations, in the order of the text.
    pub annotated: Vec<Annotated<'a>>,
    /// The scripts that hold a manifest: index of the element.
    pub manifests: Vec<usize>,
    /// The names of all actions.
    pub actions: BTreeSet<String>,
    relations: OnceLock<Relations<'a>>,
    submits: OnceLock<Submits>,
    instances: OnceLock<Instances>,
}

/// What a document keeps of a page: its text, where its elements are, and which have annotations.
#[derive(Debug, PartialEq)]
pub struct KeptPage {
    text: Box<str>,
    dom: Arc<Dom>,
    contexts: Arc<[Context]>,
    /// The elements with annotations, each with the component that it is.
    annotated: Vec<(usize, Option<&'static Component>)>,
    manifests: Vec<usize>,
}

impl KeptPage {
    /// The text of the page.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// An element with annotations.
pub struct Annotated<'a> {
    /// Its index in the DOM.
    pub element: usize,
    /// Its annotations in the order of the text.
    pub annotations: Vec<Annotation<'a>>,
    /// The component of the framework that it is.
    component: Option<&'static Component>,
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
    /// Whether it is not written at all: the kind of a component.
    pub implied: bool,
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
    /// Reads a page of HTML.
    pub fn new(text: &'a str) -> Self {
        Self::of(text, Source::Html)
    }

    /// Reads a page or a component.
    pub fn of(text: &'a str, source: Source) -> Self {
        Self::with(text, source, &Mapping::default())
    }

    /// Reads a page or a component, with a person's own components as what they become.
    pub fn with(text: &'a str, source: Source, mapping: &Mapping) -> Self {
        let dom = source.read_with(text, mapping);
        let imports = if source.is_component() { Imports::of(text) } else { Imports::default() };
        let component = |element: &Element| {
            let found = components::find(element.name(text)).filter(|_| source.is_component())?;
            imports.is_ours(found, element, text).then_some(found)
        };
        let mut annotated = Vec::new();
        let mut manifests = Vec::new();
        for (index, element) in dom.elements.iter().enumerate() {
            if matches!(source, Source::Html | Source::Vue) && is_manifest(element, text) {
                manifests.push(index);
            }
            annotated.extend(Annotated::read(text, index, element, component(element)));
        }
        let contexts = context::of(text, &dom, &annotated).into();
        Self::put_together(text, source, Arc::new(dom), contexts, annotated, manifests)
    }

    /// The page that a document of this text and source keeps. The text is not read again: only the elements with
    /// annotations are looked at.
    pub fn of_kept(text: &'a str, source: Source, kept: &KeptPage) -> Self {
        work::add(kept.annotated.len());
        let read = |(index, component): &(usize, Option<&'static Component>)| {
            Annotated::read(text, *index, kept.dom.elements.get(*index)?, *component)
        };
        let annotated = kept.annotated.iter().filter_map(read).collect();
        let (dom, contexts) = (Arc::clone(&kept.dom), Arc::clone(&kept.contexts));
        Self::put_together(text, source, dom, contexts, annotated, kept.manifests.clone())
    }

    /// What a document keeps of the page, for those who ask about it.
    pub fn keep(&self) -> KeptPage {
        let annotated = self.annotated.iter().map(|one| (one.element, one.component));
        KeptPage {
            text: self.text.into(),
            dom: Arc::clone(&self.dom),
            contexts: Arc::clone(&self.contexts),
            annotated: annotated.collect(),
            manifests: self.manifests.clone(),
        }
    }

    fn put_together(
        text: &'a str,
        source: Source,
        dom: Arc<Dom>,
        contexts: Arc<[Context]>,
        annotated: Vec<Annotated<'a>>,
        manifests: Vec<usize>,
    ) -> Self {
        let actions = annotated.iter().filter_map(|one| one.text("action")).map(str::to_owned).collect();
        Page {
            text,
            source,
            dom,
            contexts,
            annotated,
            manifests,
            actions,
            relations: OnceLock::new(),
            submits: OnceLock::new(),
            instances: OnceLock::new(),
        }
    }

    /// How the elements belong together.
    pub fn relations(&self) -> &Relations<'a> {
        self.relations.get_or_init(|| Relations::of(self.text, &self.dom))
    }

    /// Which control sends off which form.
    pub fn submits(&self) -> &Submits {
        self.submits.get_or_init(|| Submits::of_page(self))
    }

    /// Which elements carry which action.
    pub fn instances(&self) -> &Instances {
        self.instances.get_or_init(|| Instances::of(self))
    }

    /// The form that a control belongs to: the one that its `form` names, else the one around it.
    pub fn form_owner(&self, index: usize) -> Option<usize> {
        // By HTML, an empty or unknown id means no form at all.
        match self.dom.elements.get(index)?.attribute(self.text, "form") {
            // What an expression gives is an id, or an object of a library.
            Some(id) if template::is_dynamic(id) => {
                self.relations().form_by_id(id).or_else(|| self.relations().form_around(index))
            }
            Some(id) => self.relations().form_by_id(id),
            None => self.relations().form_around(index),
        }
    }

    /// The form that a control names in `form`, if it stands outside of it and in no other action.
    pub fn form_apart(&self, index: usize) -> Option<usize> {
        let form = self.form_owner(index).filter(|_| self.context(index).doing.is_none())?;
        let around = self.dom.elements.get(form).is_some_and(|one| form < index && index < one.until);
        (!around).then_some(form)
    }

    /// The action that an element is a part of: the one around it, else that of the form that it names.
    pub fn action_of(&self, index: usize) -> Option<&Annotated<'a>> {
        let around = self.context(index).doing.and_then(|number| self.annotated.get(number));
        let form = || self.annotated_at(self.form_apart(index)?).filter(|one| one.has("action"));
        around.or_else(form)
    }

    /// What a person reads on a button, or in another element up to the next button.
    pub fn said(&self, index: usize) -> Said {
        risk::said(self, index)
    }

    /// The index after the last element in an element, up to the next button.
    pub fn until_stop(&self, index: usize) -> usize {
        let until = self.dom.elements.get(index).map_or(index + 1, |element| element.until);
        self.relations().stop(index).map_or(until, |next| next.min(until)).max(index + 1)
    }

    /// What is around an element.
    pub fn context(&self, element: usize) -> Context {
        self.contexts.get(element).copied().unwrap_or_default()
    }

    /// The annotated elements around a DOM element that carry an action, innermost first.
    pub fn actions_around(&self, element: usize) -> impl Iterator<Item = &Annotated<'a>> {
        let first = self.context(element).action;
        std::iter::successors(first, |index| {
            self.annotated.get(*index).and_then(|one| self.context(one.element).action)
        })
        .filter_map(|index| self.annotated.get(index))
    }

    /// What a person reads in an element. In a component, expressions are left out.
    pub fn says(&self, element: &Element) -> String {
        match self.source {
            Source::Html | Source::Vue => html::visible_text(self.text, element.content.clone()),
            _ => {
                let content = self.text.get(element.content.clone()).unwrap_or("");
                let plain = template::without_braces(content);
                html::visible_text(&plain, 0..plain.len())
            }
        }
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
    pub fn owner<'b>(&'b self, annotated: &'b Annotated<'_>) -> Owner<'b> {
        let mut owner: Option<&str> = None;
        for action in self.actions_around(annotated.element).filter_map(|one| one.get("action")) {
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

/// The actions that a name may be a part of, the longest first: `a.b` and `a` for `a.b.c`.
pub fn wholes(name: &str) -> impl Iterator<Item = &str> {
    name.rmatch_indices('.').take(PARTS).map(|(at, _)| &name[..at])
}

impl<'a> Annotated<'a> {
    /// The annotations of an element; none if it has none. Those of a component are its props, too.
    fn read(
        text: &'a str,
        index: usize,
        element: &Element,
        component: Option<&'static Component>,
    ) -> Option<Self> {
        let mut all =
            component.map(|component| components::annotations(component, element, text)).unwrap_or_default();
        all.extend(annotations(element, text));
        let uncertain = element.tag.dynamic;
        (!all.is_empty()).then_some(Annotated { element: index, annotations: all, component, uncertain })
    }

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

    /// Whether the element shows something: the name in `data-agent-action` is that of a data view then.
    pub fn shows_data(&self) -> bool {
        matches!(self.text("kind"), Some("collection" | "result"))
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
    let mut seen: HashSet<&str> = HashSet::new();
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

pub(crate) fn value<'a>(
    written: Option<&Written>,
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
