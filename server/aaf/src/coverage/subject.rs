//! A page as audits read it: without ignored and third-party content.

use crate::page::read_options::ReadOptions;
use crate::page::{Annotated, Page};
use crate::syntax::html::{Dom, Element};
use crate::syntax::language::Language;
use crate::vocabulary::PREFIX;

/// How many elements around an element are considered.
const LEVELS: usize = 256;

/// A page, and which of its elements count.
pub struct AuditedPage<'a> {
    pub(super) page: Page<'a>,
    /// For each element, whether it is left out.
    left_out: Vec<bool>,
}

impl<'a> AuditedPage<'a> {
    /// Reads a page of HTML. What is in an element with `data-agent-ignore` is left out.
    pub fn new(text: &'a str) -> Self {
        Self::of(text, Language::Html)
    }

    /// Reads a page or the source of a component.
    pub fn of(text: &'a str, source: Language) -> Self {
        Self::read(text, ReadOptions::plain(source))
    }

    /// Reads a page or the source of a component, with components as they are set.
    pub fn read(text: &'a str, reading: ReadOptions<'_>) -> Self {
        let page = reading.page(text);
        let left_out = vec![false; page.dom.elements.len()];
        let mut subject = AuditedPage { page, left_out };
        let ignore = format!("{PREFIX}ignore");
        subject.leave_out(|dom, index| {
            dom.elements.get(index).is_some_and(|element| element.attribute(text, &ignore).is_some())
        });
        subject
    }

    /// Leaves out more elements, each with its content. `test` gets the index of an element.
    pub fn leave_out(&mut self, test: impl Fn(&Dom, usize) -> bool) {
        let mut index = 0;
        while let Some(element) = self.page.dom.elements.get(index) {
            if !test(&self.page.dom, index) {
                index += 1;
                continue;
            }
            if let Some(subtree) = self.left_out.get_mut(index..element.until) {
                subtree.fill(true);
            }
            index = element.until.max(index + 1);
        }
    }

    /// The text of the page.
    pub fn text(&self) -> &'a str {
        self.page.text
    }

    /// The elements of the page, also those left out.
    pub fn dom(&self) -> &Dom {
        &self.page.dom
    }

    /// The page's own manifest: the content of its first script of that type, and the byte where it starts.
    pub fn embedded_manifest(&self) -> Option<(&'a str, usize)> {
        let contents = self.page.manifests.iter().filter_map(|&index| {
            let content = self.page.dom.elements.get(index)?.content.clone();
            Some((self.page.text.get(content.clone())?, content.start))
        });
        contents.into_iter().find(|(content, _)| !content.trim().is_empty())
    }

    /// The values of the annotations with these names at an element and around it, innermost first, from `most`
    /// annotated elements.
    pub fn names_around(
        &self,
        index: usize,
        names: &[&'static str],
        most: usize,
    ) -> Vec<(&'static str, String)> {
        let above = self.page.dom.ancestors(index).take(LEVELS).map(|(above, _)| above);
        let near =
            std::iter::once(index).chain(above).filter_map(|one| self.page.annotated_at(one)).take(most);
        let of = |one: &Annotated<'_>| -> Vec<(&'static str, String)> {
            let said = names.iter().filter_map(|name| Some((*name, one.text(name)?.to_owned())));
            said.collect()
        };
        near.flat_map(of).collect()
    }

    /// Whether an element is not left out.
    pub(super) fn is_counting(&self, index: usize) -> bool {
        !self.left_out.get(index).copied().unwrap_or(false)
    }

    /// The elements that count, by index.
    pub(super) fn counting(&self) -> impl Iterator<Item = (usize, &Element)> {
        self.page.dom.elements.iter().enumerate().filter(|(index, _)| self.is_counting(*index))
    }

    /// The elements of one of these names that count, by index.
    pub(super) fn named(&self, names: &'static [&'static str]) -> impl Iterator<Item = (usize, &Element)> {
        let text = self.page.text;
        self.counting().filter(move |(_, element)| names.iter().any(|name| element.is(text, name)))
    }

    /// The buttons that count, by index, each with its text.
    pub(super) fn buttons(&self) -> impl Iterator<Item = (usize, &Element, String)> {
        self.named(&["button"]).map(|(index, element)| {
            // A button without an end tag ends where the next one starts.
            (index, element, self.page.said(index).apart)
        })
    }

    /// Whether an element has a value for one of these annotations. `None` if a template may add it.
    pub(super) fn says(&self, index: usize, annotations: &[&str]) -> Option<bool> {
        let uncertain = self.page.dom.elements.get(index).is_some_and(|element| element.tag.dynamic);
        let Some(annotated) = self.page.annotated_at(index) else { return (!uncertain).then_some(false) };
        if annotations.iter().any(|name| annotated.states(name)) {
            return Some(true);
        }
        (!uncertain).then_some(false)
    }
}
