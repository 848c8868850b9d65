//! Controls for users, and the names of the fields that they become.

use std::collections::{HashMap, HashSet};

use agmark_syntax::work;

use crate::page::Page;
use crate::syntax::html::Element;
use crate::syntax::template;

/// Types of inputs that do not become fields.
const NO_FIELDS: &[&str] = &["hidden", "submit", "button", "reset", "image", "checkbox", "radio"];

/// Whether an element is a control that a user fills in.
pub fn is_control(page: &Page<'_>, element: &Element) -> bool {
    let text = page.text;
    let name = element.name(text);
    // A component may annotate the control inside it.
    let plain = !page.source.is_component() || name.starts_with(|c: char| c.is_ascii_lowercase());
    if !plain
        || element.becomes.is_some()
        || !["input", "select", "textarea"].iter().any(|one| element.is(text, one))
        || element.tag.dynamic
    {
        return false;
    }
    if element.attribute(text, "aria-hidden").is_some_and(|value| value.trim().eq_ignore_ascii_case("true")) {
        return false;
    }
    let bound = [":type", "v-bind:type"].iter().any(|name| element.attribute(text, name).is_some());
    let kind = element.attribute(text, "type").filter(|_| element.is(text, "input"));
    !bound
        && kind.is_none_or(|kind| {
            !template::is_dynamic(kind) && !NO_FIELDS.iter().any(|one| one.eq_ignore_ascii_case(kind.trim()))
        })
}

/// Whether an element is a control, or a component that becomes one, even with spread attributes.
pub(super) fn is_fillable(page: &Page<'_>, element: &Element) -> bool {
    if !page.source.is_component() {
        return is_control(page, element);
    }
    let text = page.text;
    let kind = element.attribute(text, "type").filter(|_| element.is(text, "input"));
    ["input", "select", "textarea"].iter().any(|one| element.is(text, one))
        && may_be_added(page, element)
        && !element
            .attribute(text, "aria-hidden")
            .is_some_and(|value| value.trim().eq_ignore_ascii_case("true"))
        && ![":type", "v-bind:type"].iter().any(|name| element.attribute(text, name).is_some())
        && kind.is_none_or(|kind| {
            !template::is_dynamic(kind) && !NO_FIELDS.iter().any(|one| one.eq_ignore_ascii_case(kind.trim()))
        })
}

/// Whether annotations may be added to an element. A template may add the same attribute. Spread attributes of a
/// component are assumed to contain no annotations.
pub(super) fn may_be_added(page: &Page<'_>, element: &Element) -> bool {
    !element.tag.dynamic || !page.source.writes_tags()
}

/// Whether an element has an annotation, or may have it.
pub fn is_named(page: &Page<'_>, index: usize, name: &str) -> bool {
    page.annotated_at(index).is_some_and(|one| {
        one.has(name) || one.uncertain || one.text("kind").is_some_and(|kind| kind != "field")
    })
}

/// Whether the annotator makes an element a field.
pub fn may_be_field(page: &Page<'_>, index: usize) -> bool {
    page.dom.elements.get(index).is_some_and(|element| is_fillable(page, element))
}

/// The names of the fields that each form or action has already.
pub(super) fn taken(page: &Page<'_>) -> HashMap<usize, FieldNames> {
    let mut taken: HashMap<usize, FieldNames> = HashMap::new();
    for one in &page.annotated {
        let around = || page.annotated.get(page.context(one.element).doing?).map(|around| around.element);
        let owner = page.form_owner(one.element).or_else(around);
        if let (Some(owner), Some(name)) = (owner, one.text("field")) {
            taken.entry(owner).or_default().taken.insert(name.to_owned());
        }
    }
    taken
}

/// The names of the fields of one action. Two fields with one name would be ambiguous.
#[derive(Default)]
pub(super) struct FieldNames {
    taken: HashSet<String>,
    /// For each name the next number to try.
    next: HashMap<String, usize>,
}

impl FieldNames {
    /// Takes a name, with a number after it if it is taken.
    pub(super) fn free(&mut self, name: &str) -> String {
        let next = self.next.entry(name.to_owned()).or_insert(1);
        loop {
            work::add(1);
            let free = if *next == 1 { name.to_owned() } else { format!("{name}_{next}") };
            *next += 1;
            if self.taken.insert(free.clone()) {
                return free;
            }
        }
    }
}
