//! Relations between the elements of a page: ids, labels, forms, conditions. Found in one pass, so that no look-up
//! searches the page.

use std::collections::HashMap;

use agmark_syntax::work;

use crate::syntax::html::Dom;

/// The relations of one page.
#[derive(Debug, Default)]
pub struct Relations<'a> {
    /// The first element with an id.
    ids: HashMap<&'a str, usize>,
    /// The first form with an id.
    forms: HashMap<&'a str, usize>,
    /// The first `label` that names an id in `for`.
    labels: HashMap<&'a str, usize>,
    around: Vec<Around>,
    /// The elements called `button`, in order.
    buttons: Vec<usize>,
    /// The elements whose content is their name, in order: buttons, links, summaries.
    speaking: Vec<usize>,
}

/// The elements around an element, without itself.
#[derive(Clone, Copy, Debug, Default)]
struct Around {
    form: Option<usize>,
    label: Option<usize>,
    /// The innermost conditional element, which may be the element itself.
    condition: Option<usize>,
}

impl<'a> Relations<'a> {
    pub fn of(text: &'a str, dom: &Dom) -> Self {
        let mut relations = Relations::default();
        for (index, element) in dom.elements.iter().enumerate() {
            work::add(1 + element.tag.attributes.len());
            let mut around = Around::default();
            if let Some(parent) = element.parent {
                around = relations.around.get(parent).copied().unwrap_or_default();
                if dom.elements.get(parent).is_some_and(|parent| parent.is(text, "form")) {
                    around.form = Some(parent);
                }
                if dom.elements.get(parent).is_some_and(|parent| parent.is(text, "label")) {
                    around.label = Some(parent);
                }
            }
            if element.conditional {
                around.condition = Some(index);
            }
            relations.around.push(around);
            if let Some(id) = element.attribute(text, "id").filter(|id| !id.is_empty()) {
                relations.ids.entry(id).or_insert(index);
                if element.is(text, "form") {
                    relations.forms.entry(id).or_insert(index);
                }
            }
            if element.is(text, "label") {
                let of = element.attribute(text, "for").or_else(|| element.attribute(text, "htmlFor"));
                if let Some(id) = of {
                    relations.labels.entry(id).or_insert(index);
                }
            }
            if element.is(text, "button") {
                relations.buttons.push(index);
            }
            let role = element.attribute(text, "role").unwrap_or("");
            if ["button", "a", "summary"].iter().any(|name| element.is(text, name)) || !role.is_empty() {
                relations.speaking.push(index);
            }
        }
        relations
    }

    /// The ids of all elements.
    pub fn ids(&self) -> impl Iterator<Item = &'a str> {
        self.ids.keys().copied()
    }

    /// The ids of all forms.
    pub fn forms(&self) -> impl Iterator<Item = &'a str> {
        self.forms.keys().copied()
    }

    /// The ids that labels name.
    pub fn labelled(&self) -> impl Iterator<Item = &'a str> {
        self.labels.keys().copied()
    }

    /// The first element with an id.
    pub fn by_id(&self, id: &str) -> Option<usize> {
        self.ids.get(id).copied()
    }

    /// The first form with an id.
    pub fn form_by_id(&self, id: &str) -> Option<usize> {
        self.forms.get(id).copied()
    }

    /// The first label that names an id.
    pub fn label_for(&self, id: &str) -> Option<usize> {
        self.labels.get(id).copied()
    }

    /// The innermost form around an element.
    pub fn form_around(&self, index: usize) -> Option<usize> {
        self.around.get(index)?.form
    }

    /// The innermost label around an element.
    pub fn label_around(&self, index: usize) -> Option<usize> {
        self.around.get(index)?.label
    }

    /// The innermost conditional element, from the element itself outwards.
    pub fn condition(&self, index: usize) -> Option<usize> {
        self.around.get(index)?.condition
    }

    /// The element at which the text of element `index` ends, even without an end tag: for a button the next button,
    /// for another element the next one whose content is its name.
    pub fn stop(&self, index: usize) -> Option<usize> {
        let is_button = self.buttons.binary_search(&index).is_ok();
        let stops = if is_button { &self.buttons } else { &self.speaking };
        stops.get(stops.partition_point(|stop| *stop <= index)).copied()
    }
}
