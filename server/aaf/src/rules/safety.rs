//! What can do harm, and whether agents are told.

use agmark_schema::shown;
use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, work};

use crate::coverage::guard;
use crate::edit::attributes;
use crate::page::{Annotated, Page, Value};
use crate::risk;
use crate::vocabulary::PREFIX;

/// How many actions around an element are looked at.
const FAR: usize = 64;

pub static UNCONFIRMED: Rule = Rule {
    code: "aaf/unconfirmed-danger",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "`data-agent-danger=\"high\"` without `data-agent-confirm=\"required\"`",
    help: "What is lost, paid or sent for good is not done before the user agreed. The policy may stand on the element \
           or on the action that it belongs to.",
    bad: &[
        "<button data-agent-kind=\"action\" data-agent-action=\"account.close\" \
         data-agent-danger=\"high\">Close</button>\n",
        "<button data-agent-kind=\"action\" data-agent-action=\"account.close\" data-agent-danger=\"high\" \
         data-agent-confirm=\"optional\">Close</button>\n",
    ],
    good: &[
        "<button data-agent-kind=\"action\" data-agent-action=\"account.close\" data-agent-danger=\"high\" \
         data-agent-confirm=\"required\">Close</button>\n",
    ],
};

pub static UNGUARDED: Rule = Rule {
    code: "aaf/unguarded-button",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "a button or an action that sounds dangerous and states no danger or confirmation",
    help: "A button or an action that says delete, remove, destroy, drop, purge, erase, reset, revoke, terminate or cancel, \
           or the same in another common language, needs `data-agent-danger` and `data-agent-confirm`, of its own or of the action around it. Its text counts, its \
           `aria-label`, `title` and `value`, the names of the pictures in it, the name of its action, and the method of a \
           form. If it is harmless, say so with `none` and `never`.",
    bad: &[
        "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <button type=\"button\">Delete all \
         seats</button>\n</form>\n",
        "<p data-agent-kind=\"result\"></p>\n<button aria-label=\"Delete comment\">×</button>\n",
    ],
    good: &["<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <button type=\"button\" \
         data-agent-kind=\"action\" data-agent-action=\"seat.clear\" data-agent-danger=\"high\" \
         data-agent-confirm=\"required\">Delete all seats</button>\n</form>\n"],
};

pub fn check(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    for one in &page.annotated {
        out.extend(unconfirmed(page, one));
    }
    if page.annotated.is_empty() {
        return;
    }
    for index in candidates(page) {
        out.extend(unguarded(page, index));
    }
}

/// What is judged: the buttons of a page, and whatever else carries an action.
pub fn candidates<'p>(page: &'p Page<'_>) -> impl Iterator<Item = usize> + 'p {
    let all = if page.annotated.is_empty() { 0 } else { page.dom.elements.len() };
    (0..all).filter(|index| {
        work::add(1);
        let context = page.context(*index);
        let counts = !context.ignored && context.third_party.is_none();
        counts && (risk::is_button(page, *index) || carries_action(page, *index))
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

fn unconfirmed(page: &Page<'_>, one: &Annotated<'_>) -> Option<Diagnostic> {
    let danger = one.get("danger").filter(|_| one.text("danger") == Some("high") && !one.uncertain)?;
    let guarding = guard(page, one.element, "confirm");
    let confirm = guarding.and_then(|guarding| guarding.get("confirm"));
    let written = match confirm.map(|confirm| &confirm.value) {
        Some(Value::Dynamic) => return None,
        Some(Value::Text(text)) => Some(text.as_ref()),
        None => None,
    };
    // A word that is none has a finding of its own.
    if written == Some("required") || confirm.is_some_and(|confirm| confirm.legal().is_none()) {
        return None;
    }
    let own = confirm.filter(|_| one.has("confirm"));
    let (message, edit) = match (written, own) {
        (Some(policy), Some(confirm)) => (
            format!("high danger with confirmation \"{policy}\": expected \"required\""),
            Edit::replace(confirm.value_span, "required"),
        ),
        _ => {
            let name = name(page, one, "confirm");
            let message = match written {
                Some(policy) => {
                    format!(
                        "high danger, and the action around it has confirmation \"{policy}\": add {name}=\"required\""
                    )
                }
                None => format!("high danger without confirmation: add {name}=\"required\""),
            };
            (message, Edit::insert(danger.span.range().end, format!(" {name}=\"required\"")))
        }
    };
    let title = format!("set {}=\"required\"", name(page, one, "confirm"));
    // It changes what an agent may do without asking: a person decides.
    Some(UNCONFIRMED.at(danger.span, message).suggest(title, vec![edit]))
}

/// An annotation's name as the element writes it.
fn name(page: &Page<'_>, one: &Annotated<'_>, name: &str) -> String {
    let props = one.get("danger").is_some_and(|danger| danger.name_span.text(page.text) == "danger");
    if props { name.to_owned() } else { format!("data-agent-{name}") }
}

fn unguarded(page: &Page<'_>, index: usize) -> Option<Diagnostic> {
    let element = page.dom.elements.get(index).filter(|element| !element.tag.dynamic)?;
    let missing: Vec<&str> =
        ["danger", "confirm"].into_iter().filter(|name| guard(page, index, name).is_none()).collect();
    // High danger without a policy has a finding of its own.
    let high = page.annotated_at(index).is_some_and(|one| one.text("danger") == Some("high"));
    if missing.is_empty() || (high && missing == ["confirm"]) {
        return None;
    }
    let danger = risk::danger(page, index, None)?;
    // A template around it may say what is not written here.
    let form = page.form_apart(index).and_then(|form| page.annotated_at(form));
    if form.into_iter().chain(page.actions_around(index).take(FAR)).any(|action| action.uncertain) {
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
    Some(UNGUARDED.at(element.tag.name.clone().into(), message).suggest(title, vec![edit]))
}

/// What an element is, in a message.
pub fn noun(page: &Page<'_>, index: usize) -> &'static str {
    let is = |name: &str| page.dom.elements.get(index).is_some_and(|element| element.is(page.text, name));
    match () {
        () if risk::is_button(page, index) => "button",
        () if is("form") => "form",
        () if is("a") => "link",
        () => "action",
    }
}
