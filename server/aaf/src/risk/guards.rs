//! The annotations that guard dangerous elements: `data-agent-danger` and `data-agent-confirm`, at the element itself
//! or at an action around it.

use agmark_syntax::work;

use super::danger::Danger;
use super::dangerous_words::{dangerous_word, meaning};
use super::element_names::is_button;
use super::leaving::only_leaves;
use crate::page::{Annotated, Page, Value, is_part_of};
use crate::vocabulary::PREFIX;

/// How many elements around an element are searched for an action.
const FAR: usize = 256;

/// The element that guards another one with an annotation: itself, or the action around it.
pub fn guard<'a, 'b>(page: &'b Page<'a>, index: usize, name: &str) -> Option<&'b Annotated<'a>> {
    let own = page.annotated_at(index);
    own.into_iter().chain(actions_around(page, index)).find(|one| one.states(name))
}

/// The action around an element, and the actions that it is a part of (6.1.1). A control outside its form is in no
/// action and submits that of its form.
fn actions_around<'a, 'b>(page: &'b Page<'a>, index: usize) -> Vec<&'b Annotated<'a>> {
    let mut found: Vec<&Annotated<'a>> = Vec::new();
    let form = page.form_apart(index);
    let own = form.and_then(|form| page.annotated_at(form)).filter(|one| one.has("action"));
    let around = page.actions_around(form.unwrap_or(index));
    for action in own.into_iter().chain(around).take(FAR) {
        let part = found.last().and_then(|inner| inner.text("action"));
        let belongs = match (&action.get("action").map(|one| &one.value), part) {
            _ if found.is_empty() => true,
            (Some(Value::Text(whole)), Some(part)) => is_part_of(part, whole),
            _ => false,
        };
        if !belongs {
            break;
        }
        found.push(action);
    }
    found
}

/// Whether the danger of an action is too low for a dangerous part of it without its own danger. It is not if the
/// action has the same dangerous word in its name, or if the part only leaves the action ("Cancel").
pub fn too_low(page: &Page<'_>, index: usize, danger: &Danger, whole: &Annotated<'_>) -> bool {
    let named = whole.text("action").and_then(dangerous_word).map(meaning);
    let named = named == Some(meaning(danger.word));
    let low = matches!(whole.text("danger"), Some("none" | "low"));
    whole.element != index && low && !named && !whole.uncertain && !only_leaves(page, index)
}

/// The elements to judge: the buttons of a page, and other elements with an action.
pub fn candidates<'p>(page: &'p Page<'_>) -> impl Iterator<Item = usize> + 'p {
    let all = if page.has_annotations() { page.dom.elements.len() } else { 0 };
    (0..all).filter(|index| {
        work::add(1);
        let context = page.context(*index);
        let counts = !context.ignored && context.third_party.is_none();
        counts && (is_button(page, *index) || carries_action(page, *index))
    })
}

/// Whether an element is an action by its annotations.
pub fn carries_action(page: &Page<'_>, index: usize) -> bool {
    let one = page.annotated_at(index);
    one.is_some_and(|one| one.text("kind") == Some("action") && one.text("action").is_some())
}

/// Attributes that guard an element, and the title of the fix that adds them.
pub fn added(missing: &[&str]) -> (Vec<(String, String)>, String) {
    let value = |name: &str| if name == "danger" { "high" } else { "required" };
    let added: Vec<(String, String)> =
        missing.iter().map(|name| (format!("{PREFIX}{name}"), value(name).to_owned())).collect();
    let words: Vec<_> = added.iter().map(|(name, value)| format!("{name}=\"{value}\"")).collect();
    (added, format!("add {}", words.join(" and ")))
}

/// The noun for an element in messages.
pub fn noun(page: &Page<'_>, index: usize) -> &'static str {
    let is = |name: &str| page.dom.elements.get(index).is_some_and(|element| element.is(page.text, name));
    match () {
        () if is_button(page, index) => "button",
        () if is("form") => "form",
        () if is("a") => "link",
        () => "action",
    }
}
