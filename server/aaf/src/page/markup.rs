//! The elements of a page with their annotations.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use agmark_syntax::work;

use super::action_names::is_part_of;
use super::annotated::Annotated;
use super::annotation::Value;
use super::components;
use super::context::{self, ElementContext, StoredContext};
use super::relations::Relations;
use super::stored_page::KeptPage;
use crate::syntax::component_start::ComponentStart;
use crate::syntax::html::{self, Dom, Element, VisibleText};
use crate::syntax::imports::Imports;
use crate::syntax::language::Language;
use crate::syntax::libraries::ComponentMap;
use crate::syntax::template;
use crate::vocabulary::MANIFEST_TYPE;
use crate::vocabulary::components::find;

/// The elements of a page with their annotations, and how they belong together.
pub struct Markup<'a> {
    pub text: &'a str,
    pub source: Language,
    pub dom: Arc<Dom>,
    /// What is around each element.
    pub contexts: Arc<[StoredContext]>,
    /// The elements with annotations, in the order of the text.
    pub annotated: Vec<Annotated<'a>>,
    /// The scripts that hold a manifest: index of the element.
    pub manifests: Vec<usize>,
    /// The names of all actions.
    pub actions: BTreeSet<String>,
    /// Whether other pieces of the page have annotations.
    annotated_elsewhere: bool,
    relations: OnceLock<Relations<'a>>,
}

impl<'a> Markup<'a> {
    /// Reads a page or a component, with the project's own components as what they become.
    pub fn with(text: &'a str, source: Language, mapping: &ComponentMap) -> Self {
        Self::of_elements(text, source, source.read_with(text, mapping), ComponentStart::default())
    }

    /// Reads a piece that starts in the middle of a page or a component.
    pub fn inside(text: &'a str, source: Language, mapping: &ComponentMap, start: ComponentStart) -> Self {
        Self::of_elements(text, source, source.read_inside(text, mapping), start)
    }

    fn of_elements(text: &'a str, source: Language, mut dom: Dom, start: ComponentStart) -> Self {
        dom.shrink_to_fit();
        let imports =
            if source.is_component() { imports(text, source, &dom, start) } else { Imports::default() };
        let component = |element: &Element| {
            let found = find(element.name(text)).filter(|_| source.is_component())?;
            components::is_ours(&imports, found, element, text).then_some(found)
        };
        let mut annotated = Vec::new();
        let mut manifests = Vec::new();
        for (index, element) in dom.elements.iter().enumerate() {
            if matches!(source, Language::Html | Language::Vue) && is_manifest(element, text) {
                manifests.push(index);
            }
            annotated.extend(Annotated::read(text, index, element, component(element)));
        }
        let contexts = context::of(text, &dom, &annotated).into();
        Self::put_together(text, source, Arc::new(dom), contexts, annotated, manifests)
    }

    /// The markup that a document keeps. The text is not parsed again; only the elements with annotations are read.
    pub fn of_kept(text: &'a str, source: Language, kept: &KeptPage) -> Self {
        work::add(kept.annotated.len());
        let annotated = kept.annotated.iter().filter_map(|(index, component)| {
            Annotated::read(text, *index, kept.dom.elements.get(*index)?, *component)
        });
        let (dom, contexts) = (Arc::clone(&kept.dom), Arc::clone(&kept.contexts));
        Self::put_together(text, source, dom, contexts, annotated.collect(), kept.manifests.clone())
    }

    /// What a document keeps of the page.
    pub fn keep(&self) -> KeptPage {
        let annotated = self.annotated.iter().map(|one| (one.element, one.component));
        KeptPage {
            dom: Arc::clone(&self.dom),
            contexts: Arc::clone(&self.contexts),
            annotated: annotated.collect(),
            manifests: self.manifests.clone(),
        }
    }

    /// The same piece of a page that has annotations in other pieces.
    #[must_use]
    pub fn annotated_elsewhere(self) -> Self {
        Markup { annotated_elsewhere: true, ..self }
    }

    /// Whether the page has annotations. Controls and buttons of other pages are not checked.
    pub fn has_annotations(&self) -> bool {
        self.annotated_elsewhere || !self.annotated.is_empty()
    }

    fn put_together(
        text: &'a str,
        source: Language,
        dom: Arc<Dom>,
        contexts: Arc<[StoredContext]>,
        annotated: Vec<Annotated<'a>>,
        manifests: Vec<usize>,
    ) -> Self {
        let actions = annotated.iter().filter_map(|one| one.text("action")).map(str::to_owned).collect();
        Markup {
            text,
            source,
            dom,
            contexts,
            annotated,
            manifests,
            actions,
            annotated_elsewhere: false,
            relations: OnceLock::new(),
        }
    }

    /// How the elements belong together.
    pub fn relations(&self) -> &Relations<'a> {
        self.relations.get_or_init(|| Relations::of(self.text, &self.dom))
    }

    /// The form that a control belongs to: the one that its `form` names, else the one around it.
    pub fn form_owner(&self, index: usize) -> Option<usize> {
        // In HTML, an empty or unknown id means no form.
        match self.dom.elements.get(index)?.attribute(self.text, "form") {
            // An expression may be an id or an object of a library.
            Some(id) if template::is_dynamic(id) => {
                self.relations().form_by_id(id).or_else(|| self.relations().form_around(index))
            }
            Some(id) => self.relations().form_by_id(id),
            None => self.relations().form_around(index),
        }
    }

    /// The form that a control names in `form`, if the control is outside of it and in no other action.
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

    /// The visible text of a button, or of another element up to the next button.
    pub fn said(&self, index: usize) -> VisibleText {
        let Some(element) = self.dom.elements.get(index) else { return VisibleText::default() };
        let next = self.relations().stop(index).and_then(|next| self.dom.elements.get(next));
        let end = next.map_or(element.content.end, |next| next.span.start.min(element.content.end));
        let range = element.content.start..end.max(element.content.start);
        if self.source.writes_tags() {
            return html::said(self.text, range);
        }
        let plain = template::without_braces(self.text.get(range).unwrap_or(""));
        html::said(&plain, 0..plain.len())
    }

    /// The index after the last element in an element, up to the next button.
    pub fn until_stop(&self, index: usize) -> usize {
        let until = self.dom.elements.get(index).map_or(index + 1, |element| element.until);
        self.relations().stop(index).map_or(until, |next| next.min(until)).max(index + 1)
    }

    /// What is around an element.
    pub fn context(&self, element: usize) -> ElementContext {
        self.contexts.get(element).map(|stored| (*stored).into()).unwrap_or_default()
    }

    /// The annotated elements around a DOM element that carry an action, innermost first.
    pub fn actions_around(&self, element: usize) -> impl Iterator<Item = &Annotated<'a>> {
        let first = self.context(element).action;
        std::iter::successors(first, |index| {
            self.annotated.get(*index).and_then(|one| self.context(one.element).action)
        })
        .filter_map(|index| self.annotated.get(index))
    }

    /// The visible text of an element. In a component, expressions are left out.
    pub fn says(&self, element: &Element) -> String {
        match self.source {
            Language::Html | Language::Vue => html::visible_text(self.text, element.content.clone()),
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

    /// The action that a field or a status belongs to (6.1.1: the one around it wins over `for-action`).
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
            None => Owner::NoAction,
        }
    }
}

/// The action that a field or a status belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner<'a> {
    Action(&'a str),
    /// A template computes it.
    Unknown,
    NoAction,
}

/// The imports that the elements of a piece of a component see.
fn imports(text: &str, source: Language, dom: &Dom, start: ComponentStart) -> Imports {
    let imports = Imports::of(text).after(start.origins);
    if start.has_script || !matches!(source, Language::Vue | Language::Svelte) {
        return imports;
    }
    let mut elements = dom.elements.iter();
    let script = elements.find(|element| element.name(text).eq_ignore_ascii_case("script"));
    imports.with_script(script.map_or(0, |script| script.content.end))
}

/// Whether an element is a script that holds a manifest (6.4).
fn is_manifest(element: &Element, text: &str) -> bool {
    element.is(text, "script")
        && element.attribute(text, "type").is_some_and(|value| {
            let kind = value.split(';').next().unwrap_or("").trim();
            kind.eq_ignore_ascii_case(MANIFEST_TYPE)
        })
}
