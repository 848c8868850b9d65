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

/// The contexts of all elements; `annotated` is in the order of the elements.
pub fn of(text: &str, dom: &Dom, annotated: &[Annotated<'_>]) -> Vec<ElementContext> {
    let mut contexts: Vec<ElementContext> = Vec::with_capacity(dom.elements.len());
    let ignore = format!("{PREFIX}ignore");
    // For each element the context of its content.
    let mut inner: Vec<ElementContext> = Vec::with_capacity(dom.elements.len());
    let mut next = annotated.iter().enumerate().peekable();
    for (index, element) in dom.elements.iter().enumerate() {
        let context = element.parent.and_then(|parent| inner.get(parent)).copied().unwrap_or_default();
        contexts.push(context);
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
