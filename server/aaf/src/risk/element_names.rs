//! The names of an element for users, and whether it is a button.

use std::borrow::Cow;

use agmark_syntax::work;

use crate::page::{Page, handlers};
use crate::syntax::html::decode;
use crate::syntax::template;

/// Attributes that name an image or another element.
const NAMES: &[&str] = &["aria-label", "alt", "title"];

/// Inputs that are buttons.
const BUTTONS: &[&str] = &["submit", "button", "reset", "image"];

/// Roles of interactive elements whose content is their name.
const SPEAKING: &[&str] =
    &["link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "switch", "tab", "treeitem"];

/// How many ids of `aria-labelledby` are followed.
const LABELS: usize = 16;

/// Whether an element is a button: a `button`, an input of such a type, or something with that role.
pub fn is_button(page: &Page<'_>, index: usize) -> bool {
    let Some(element) = page.dom.elements.get(index) else { return false };
    let role = element.attribute(page.text, "role").and_then(|role| role.split_ascii_whitespace().next());
    element.is(page.text, "button")
        || is_button_input(page, index)
        || role.is_some_and(|role| role.eq_ignore_ascii_case("button"))
}

/// Whether an element is an input that is a button.
pub fn is_button_input(page: &Page<'_>, index: usize) -> bool {
    page.dom.elements.get(index).filter(|element| element.is(page.text, "input")).is_some_and(|element| {
        let kind = element.attribute(page.text, "type").unwrap_or("").trim();
        BUTTONS.iter().any(|button| button.eq_ignore_ascii_case(kind))
    })
}

/// The name of an element for users: its text, or the first of its other names.
pub fn called(page: &Page<'_>, index: usize) -> Option<String> {
    names(page, index).into_iter().find(|name| !name.trim().is_empty()).map(Cow::into_owned)
}

/// All names of an element besides its action. Its text comes first.
pub fn names<'p>(page: &'p Page<'_>, index: usize) -> Vec<Cow<'p, str>> {
    let Some(element) = page.dom.elements.get(index) else { return Vec::new() };
    let text = page.text;
    let plain = |name: &str| {
        let value = element.attribute(text, name).filter(|value| !template::is_dynamic(value))?;
        Some(decode(value))
    };
    let mut names = Vec::new();
    let says = speaks_by_content(page, index);
    if says {
        let said = page.said(index);
        names.extend([Cow::Owned(said.apart), Cow::Owned(said.joined)]);
    }
    if is_button_input(page, index) {
        names.extend(["value", "alt"].into_iter().filter_map(plain));
    }
    if is_click_target(page, index) {
        names.push(Cow::Owned(page.says(element)));
    }
    names.extend(["aria-label", "title"].into_iter().filter_map(plain));
    for id in plain("aria-labelledby").unwrap_or_default().split_ascii_whitespace().take(LABELS) {
        if let Some(label) = page.relations().by_id(id).and_then(|at| page.dom.elements.get(at)) {
            names.push(Cow::Owned(page.says(label)));
        }
    }
    if says {
        inner_names(page, index, &mut names);
    }
    names
}

/// Whether the content of an element is its name. Not so for a form.
pub fn speaks_by_content(page: &Page<'_>, index: usize) -> bool {
    let Some(element) = page.dom.elements.get(index) else { return false };
    let link = ["a", "summary"].iter().any(|name| element.is(page.text, name));
    let role = element.attribute(page.text, "role").and_then(|role| role.split_ascii_whitespace().next());
    let by_role = role.is_some_and(|role| SPEAKING.iter().any(|one| one.eq_ignore_ascii_case(role)));
    (link || by_role || is_button(page, index)) && !is_button_input(page, index)
}

/// Whether an element is an action that is clicked as a whole: it has a handler, and contains no button.
fn is_click_target(page: &Page<'_>, index: usize) -> bool {
    let Some(element) = page.dom.elements.get(index).filter(|element| !element.is(page.text, "form")) else {
        return false;
    };
    page.annotated_at(index).is_some_and(|one| one.has("action"))
        && !speaks_by_content(page, index)
        && handlers::has_handler(page.text, element)
        && page.until_stop(index) == element.until
}

/// Adds the names of the images and other named elements in an element.
fn inner_names<'p>(page: &'p Page<'_>, index: usize, names: &mut Vec<Cow<'p, str>>) {
    let until = page.until_stop(index);
    let inside = page.dom.elements.get(index + 1..until).unwrap_or_default();
    for element in inside {
        work::add(1);
        for name in NAMES {
            let value = element.attribute(page.text, name).filter(|value| !template::is_dynamic(value));
            names.extend(value.map(decode));
        }
        // The title of an icon.
        if element.is(page.text, "title") {
            names.extend(page.text.get(element.content.clone()).map(decode));
        }
    }
}
