//! Which control submits which form.
//!
//! In HTML, a `button` without a type is a submit button. On real pages the type is often forgotten, and the button has
//! its own handler. So such a button counts only without a handler.

use std::collections::{HashMap, HashSet};

use agmark_syntax::work;

use super::handlers::has_handler;
use super::markup::Markup;
use crate::risk::dangerous_words::{dangerous_word, meaning};
use crate::syntax::html::{self, Element};
use crate::syntax::template;

/// Attributes with which a submit button sends its form to another place, or in another way.
const ELSEWHERE: &[&str] = &["formaction", "formmethod"];

/// The submit controls of a page.
#[derive(Debug, Default)]
pub struct Submits {
    /// By form, or by the action around a control without a form.
    by_owner: HashMap<usize, usize>,
    /// Forms whose hidden `_method` field says `delete`.
    deleting: HashSet<usize>,
}

/// A control that may submit a form.
struct SubmitCandidate {
    index: usize,
    explicit: bool,
    /// Whether it sends the form elsewhere than the form itself says.
    elsewhere: bool,
    /// The dangerous word in its text.
    word: Option<&'static str>,
    /// Whether it is annotated as the submit control already.
    named: bool,
}

impl Submits {
    pub fn of(page: &Markup<'_>) -> Self {
        let mut submits = Submits::default();
        let mut candidates: HashMap<usize, Vec<SubmitCandidate>> = HashMap::new();
        for (index, element) in page.dom.elements.iter().enumerate() {
            work::add(1);
            let Some(owner) = owner(page, index) else { continue };
            if is_delete_field(page, element) {
                submits.deleting.insert(owner);
            }
            if let Some(candidate) = candidate(page, index, element) {
                candidates.entry(owner).or_default().push(candidate);
            }
        }
        for (owner, all) in candidates {
            submits.by_owner.extend(choose(page, owner, &all).map(|index| (owner, index)));
        }
        submits
    }

    /// The submit control of a form, or of an action that is not a form.
    pub fn control_of(&self, owner: usize) -> Option<usize> {
        self.by_owner.get(&owner).copied()
    }

    /// Whether a hidden field makes a form a DELETE request, as in some frameworks.
    pub fn overrides_method(&self, form: usize) -> bool {
        self.deleting.contains(&form)
    }
}

/// What a control submits: its form, otherwise the action around it.
pub fn owner(page: &Markup<'_>, index: usize) -> Option<usize> {
    page.form_owner(index).or_else(|| {
        let around = page.context(index).doing?;
        page.annotated.get(around).map(|one| one.element)
    })
}

fn candidate(page: &Markup<'_>, index: usize, element: &Element) -> Option<SubmitCandidate> {
    let text = page.text;
    let button = element.is(text, "button");
    if !button && !element.is(text, "input") {
        return None;
    }
    let kind = element.attribute(text, "type").map(str::trim);
    let is = |word: &str| kind.is_some_and(|kind| kind.eq_ignore_ascii_case(word));
    let explicit = is("submit") || (!button && is("image"));
    let other = is("button")
        || is("reset")
        || kind.is_some_and(template::is_dynamic)
        || has_bound_type(page, element);
    if !explicit && (!button || other || element.tag.dynamic || has_handler(page.text, element)) {
        return None;
    }
    let named = page
        .annotated_at(index)
        .and_then(|one| one.text("action"))
        .is_some_and(|name| name.ends_with(".submit"));
    let said = match button {
        true => page.said(index),
        false => html::VisibleText::of(element.attribute(text, "value").unwrap_or("")),
    };
    let labels = ["aria-label", "title"].into_iter().filter_map(|name| element.attribute(text, name));
    let word = dangerous_word(&said.apart)
        .or_else(|| dangerous_word(&said.joined))
        .or_else(|| labels.into_iter().find_map(|label| dangerous_word(&html::decode(label))));
    let elsewhere = ELSEWHERE.iter().any(|name| element.attribute(text, name).is_some());
    Some(SubmitCandidate { index, explicit, elsewhere, word, named })
}

fn choose(page: &Markup<'_>, owner: usize, all: &[SubmitCandidate]) -> Option<usize> {
    if let Some(named) = all.iter().find(|one| one.named) {
        return Some(named.index);
    }
    let names = owner_names(page, owner);
    // A dangerous word is expected if the form has it too: `article.delete` with "Delete".
    let expected = |one: &SubmitCandidate| {
        let same = |word| names.iter().any(|name| dangerous_word(name).map(meaning) == Some(meaning(word)));
        one.word.is_none_or(same)
    };
    let explicit = || all.iter().filter(|one| one.explicit);
    let main = explicit().find(|one| expected(one) && !one.elsewhere);
    if let Some(first) = main.or_else(|| explicit().find(|one| expected(one))).or_else(|| explicit().next()) {
        return Some(first.index);
    }
    if let Some(first) = all.iter().find(|one| expected(one)) {
        return Some(first.index);
    }
    // A form without a name has the meaning of its only button.
    match all {
        [only] if names.is_empty() => Some(only.index),
        _ => None,
    }
}

/// The names of a form, without its buttons.
fn owner_names(page: &Markup<'_>, owner: usize) -> Vec<String> {
    let Some(element) = page.dom.elements.get(owner) else { return Vec::new() };
    let action = page.annotated_at(owner).and_then(|one| one.text("action")).map(str::to_owned);
    let written = ["name", "aria-label", "id"].into_iter().filter_map(|name| {
        let value = element.attribute(page.text, name).filter(|value| !value.trim().is_empty())?;
        Some(html::decode(value).into_owned())
    });
    action.into_iter().chain(written).collect()
}

fn is_delete_field(page: &Markup<'_>, element: &Element) -> bool {
    let says = |name: &str, word: &str| {
        element.attribute(page.text, name).is_some_and(|value| value.trim().eq_ignore_ascii_case(word))
    };
    element.is(page.text, "input") && says("name", "_method") && says("value", "delete")
}

fn has_bound_type(page: &Markup<'_>, element: &Element) -> bool {
    [":type", "v-bind:type", "x-bind:type", "[type]"]
        .iter()
        .any(|name| element.attribute(page.text, name).is_some())
}
