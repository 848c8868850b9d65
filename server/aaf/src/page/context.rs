//! The surroundings of the elements of a page, found in one pass.

use super::annotated::Annotated;
use crate::syntax::html::{Dom, Element};
use crate::vocabulary::PREFIX;

/// The surroundings of an element, without the element itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ElementContext {
    /// The innermost annotated element with an action, by its index among the annotated ones.
    pub action: Option<usize>,
    /// The same without data views.
    pub doing: Option<usize>,
    /// The innermost element with third-party content.
    pub third_party: Option<usize>,
    /// The innermost element of kind `item`.
    pub item: Option<usize>,
    /// Whether it is in a dialog or in a step, which are hidden until they are needed.
    pub in_dialog: bool,
    /// Whether it is in an element that is a field, such as a label around an input.
    pub in_field: bool,
    /// Whether audits ignore it.
    pub ignored: bool,
}

/// An [`ElementContext`] in a quarter of the memory, for pages that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredContext {
    /// The numbers are [`NONE`] for an element that does not exist.
    action: u32,
    doing: u32,
    third_party: u32,
    item: u32,
    in_dialog: bool,
    in_field: bool,
    ignored: bool,
}

const NONE: u32 = u32::MAX;

impl From<ElementContext> for StoredContext {
    fn from(context: ElementContext) -> Self {
        // A text has at most 2 GiB, and each element needs a few bytes.
        let stored = |number: Option<usize>| number.and_then(|one| u32::try_from(one).ok()).unwrap_or(NONE);
        let ElementContext { action, doing, third_party, item, in_dialog, in_field, ignored } = context;
        Self {
            action: stored(action),
            doing: stored(doing),
            third_party: stored(third_party),
            item: stored(item),
            in_dialog,
            in_field,
            ignored,
        }
    }
}

impl From<StoredContext> for ElementContext {
    fn from(stored: StoredContext) -> Self {
        let number = |one: u32| (one != NONE).then_some(one as usize);
        let StoredContext { action, doing, third_party, item, in_dialog, in_field, ignored } = stored;
        Self {
            action: number(action),
            doing: number(doing),
            third_party: number(third_party),
            item: number(item),
            in_dialog,
            in_field,
            ignored,
        }
    }
}

/// The contexts of all elements; `annotated` is in the order of the elements.
pub fn of(text: &str, dom: &Dom, annotated: &[Annotated<'_>]) -> Vec<StoredContext> {
    let mut contexts: Vec<StoredContext> = Vec::with_capacity(dom.elements.len());
    let ignore = format!("{PREFIX}ignore");
    // For each element the context of its content.
    let mut inner: Vec<ElementContext> = Vec::with_capacity(dom.elements.len());
    let mut next = annotated.iter().enumerate().peekable();
    for (index, element) in dom.elements.iter().enumerate() {
        let context = element.parent.and_then(|parent| inner.get(parent)).copied().unwrap_or_default();
        contexts.push(context.into());
        let own = next.next_if(|(_, one)| one.element == index);
        let mut inside = context;
        if let Some((number, one)) = own {
            if one.has("action") {
                inside.action = Some(number);
                if !one.shows_data() {
                    inside.doing = Some(number);
                }
            }
            inside.in_dialog |= matches!(one.text("kind"), Some("dialog" | "step"));
            if one.text("kind") == Some("item") {
                inside.item = Some(index);
            }
            inside.in_field |= one.text("kind") == Some("field");
            inside.ignored |= one.has("ignore");
        }
        if is_third_party(text, element) {
            inside.third_party = Some(index);
        }
        inside.in_dialog |= element.is(text, "dialog") || element.attribute(text, "role") == Some("dialog");
        inside.ignored |= element.attribute(text, &ignore).is_some();
        inner.push(inside);
    }
    contexts
}

/// Whether the content of an element comes from a third party.
pub fn is_third_party(text: &str, element: &Element) -> bool {
    ["iframe", "object", "embed"].iter().any(|name| element.is(text, name))
        || element.attribute(text, "data-third-party").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_context_is_stored_as_it_is() {
        let all = ElementContext {
            action: Some(0),
            doing: None,
            third_party: Some(7),
            item: Some(1 << 20),
            in_dialog: true,
            in_field: false,
            ignored: true,
        };
        for context in [all, ElementContext::default()] {
            assert_eq!(ElementContext::from(StoredContext::from(context)), context);
        }
    }
}
