//! Buttons that only leave the form or dialog around them.

use agmark_syntax::work;

use super::dangerous_words::words;
use super::element_names::{called, is_button};
use super::requests::{deletes, targets};
use super::verbs;
use crate::page::Page;
use crate::page::submits;

/// How many elements around a button are searched for a dialog.
const DIALOG: usize = 32;

/// Whether a button only leaves or clears the form or dialog around it: "Cancel" or "Reset" in any language. It has no
/// other words, sends no request and has no action.
pub fn only_leaves(page: &Page<'_>, index: usize) -> bool {
    let Some(element) = page.dom.elements.get(index).filter(|_| is_button(page, index)) else { return false };
    let said = called(page, index).unwrap_or_default();
    let said = words(&said);
    let owner = submits::owner(page, index);
    let in_form = owner.is_some();
    let leaves = verbs::is_only(&said, "cancel") && (in_form || in_dialog(page, index));
    let empties = verbs::is_only(&said, "reset") && in_form;
    let kind = element.attribute(page.text, "type").unwrap_or("").trim();
    (leaves || empties)
        && !kind.eq_ignore_ascii_case("submit")
        && owner.is_none_or(|owner| page.submits().control_of(owner) != Some(index))
        && page.annotated_at(index).is_none_or(|one| !one.has("action"))
        && !deletes(page, index)
        && targets(page, index).is_empty()
}

/// Whether an element is in a dialog, by the element, role, class or component around it.
fn in_dialog(page: &Page<'_>, index: usize) -> bool {
    const WORDS: [&str; 5] = ["dialog", "modal", "drawer", "popover", "sheet"];
    page.context(index).in_dialog
        || page.dom.ancestors(index).take(DIALOG).any(|(_, element)| {
            work::add(1);
            let written = |name: &str| element.attribute(page.text, name).unwrap_or("");
            let role = written("role").trim();
            let class = [written("class"), written("className")].concat();
            let name = element.name(page.text);
            let is_component = name.starts_with(|c: char| c.is_ascii_uppercase()) || name.contains('-');
            role.eq_ignore_ascii_case("dialog")
                || role.eq_ignore_ascii_case("alertdialog")
                || words(&class)
                    .into_iter()
                    .chain(is_component.then(|| words(name)).into_iter().flatten())
                    .any(|word| WORDS.iter().any(|one| one.eq_ignore_ascii_case(&word)))
        })
}
