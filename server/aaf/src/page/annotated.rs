//! Elements that have annotations.

use super::annotation::{Annotation, Value, annotations};
use super::components;
use crate::syntax::html::Element;
use crate::vocabulary::components::Component;

/// An element with annotations.
pub struct Annotated<'a> {
    /// Its index in the DOM.
    pub element: usize,
    /// Its annotations in the order of the text.
    pub annotations: Vec<Annotation<'a>>,
    /// The component of the framework that it is.
    pub(super) component: Option<&'static Component>,
    /// Whether a template may add attributes. Then no annotation counts as missing.
    pub uncertain: bool,
}

impl<'a> Annotated<'a> {
    /// The element with its annotations; `None` without annotations. The props of a component are annotations too.
    pub(super) fn read(
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

    /// The annotation of this name. The first one wins.
    pub fn get(&self, name: &str) -> Option<&Annotation<'a>> {
        self.annotations.iter().find(|one| one.name == name)
    }

    /// The value of an annotation, if it is known.
    pub fn text(&self, name: &str) -> Option<&str> {
        match &self.get(name)?.value {
            Value::Text(text) => Some(text),
            Value::Dynamic => None,
        }
    }

    /// Whether the element shows a data view. Then `data-agent-action` is its name.
    pub fn shows_data(&self) -> bool {
        matches!(self.text("kind"), Some("collection" | "result"))
    }

    /// Whether the element has the annotation, with any value.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Whether the element has the annotation with a value; one that a template computes counts.
    pub fn states(&self, name: &str) -> bool {
        self.get(name).is_some_and(|one| match &one.value {
            Value::Dynamic => true,
            Value::Text(text) => !text.trim().is_empty(),
        })
    }
}
