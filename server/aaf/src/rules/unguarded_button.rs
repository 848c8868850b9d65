//! A dangerous button without danger or confirmation.

use agmark_schema::shown;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::edit::attributes;
use crate::page::Page;
use crate::risk;
use crate::risk::guards::{added, candidates, guard, noun};
use crate::vocabulary::PREFIX;

/// How many actions around an element are considered.
const MAX_ACTIONS: usize = 64;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/unguarded-button",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "dangerous button or action without danger or confirmation",
        help: "A button or an action whose name says delete, remove, destroy, drop, purge, erase, reset, revoke, \
               terminate or cancel, in any common language, needs `data-agent-danger` and `data-agent-confirm`, \
               on itself or on the action around it. The rule reads the text, `aria-label`, `title` and `value`, \
               the names of images inside, the name of the action, and the method of a form. If the button is \
               harmless, write `none` and `never`.",
        bad: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <button type=\"button\">Delete all \
             seats</button>\n</form>\n",
            "<p data-agent-kind=\"result\"></p>\n<button aria-label=\"Delete comment\">×</button>\n",
        ],
        good: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <button type=\"button\" \
             data-agent-kind=\"action\" data-agent-action=\"seat.clear\" data-agent-danger=\"high\" \
             data-agent-confirm=\"required\">Delete all seats</button>\n</form>\n",
        ],
    },
    check: Check::Page(check),
};

fn check(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    out.extend(candidates(page).filter_map(|index| unguarded(page, index)));
}

fn unguarded(page: &Page<'_>, index: usize) -> Option<Diagnostic> {
    let element = page.dom.elements.get(index).filter(|element| !element.tag.dynamic)?;
    let missing: Vec<&str> =
        ["danger", "confirm"].into_iter().filter(|name| guard(page, index, name).is_none()).collect();
    // High danger without confirmation has its own diagnostic.
    let high = page.annotated_at(index).is_some_and(|one| one.text("danger") == Some("high"));
    if missing.is_empty() || (high && missing == ["confirm"]) {
        return None;
    }
    let danger = risk::danger(page, index, None)?;
    // A template may add it to an action around the element.
    let form = page.form_apart(index).and_then(|form| page.annotated_at(form));
    if form.into_iter().chain(page.actions_around(index).take(MAX_ACTIONS)).any(|action| action.uncertain) {
        return None;
    }
    let names: Vec<_> = missing.iter().map(|name| format!("{PREFIX}{name}")).collect();
    let message = format!(
        "{} \"{}\" says \"{}\" and has no {}, nor has an action around it",
        noun(page, index),
        shown(&danger.name),
        danger.word,
        names.join(" and no ")
    );
    let (added, title) = added(&missing);
    let edit = attributes::add(page, index, &added)?;
    Some(RULE.at(element.tag.name.clone().into(), message).suggest(title, vec![edit]))
}
