//! What can do harm, and whether agents are told.

use agmark_schema::shown;
use agmark_syntax::{Diagnostic, Edit, Rule, Severity};

use crate::coverage::{dangerous_word, guard};
use crate::edit::attributes;
use crate::page::{Annotated, Page, Value};

pub static UNCONFIRMED: Rule = Rule {
    code: "aaf/unconfirmed-danger",
    severity: Severity::Warning,
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
    summary: "a button that sounds dangerous and says nothing of danger or confirmation",
    help: "A button that says delete, remove, destroy, drop, purge, erase, reset, revoke, terminate or cancel has \
           `data-agent-danger` and `data-agent-confirm`, of its own or of the action around it. If it is harmless, say so \
           with `none` and `never`.",
    bad: &[
        "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <button type=\"button\">Delete all \
         seats</button>\n</form>\n",
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
    for (index, element) in page.dom.elements.iter().enumerate() {
        let context = page.context(index);
        if element.is(page.text, "button") && !context.ignored && context.third_party.is_none() {
            out.extend(unguarded(page, index));
        }
    }
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
    Some(UNCONFIRMED.at(danger.span, message).fix(title, vec![edit]))
}

/// An annotation's name as the element writes it.
fn name(page: &Page<'_>, one: &Annotated<'_>, name: &str) -> String {
    let props = one.get("danger").is_some_and(|danger| danger.name_span.text(page.text) == "danger");
    if props { name.to_owned() } else { format!("data-agent-{name}") }
}

fn unguarded(page: &Page<'_>, index: usize) -> Option<Diagnostic> {
    let element = page.dom.elements.get(index).filter(|element| !element.tag.dynamic)?;
    let text = page.says(element);
    let word = dangerous_word(&text)?;
    let uncertain = page.actions_around(index).any(|action| action.uncertain);
    let missing: Vec<&str> =
        ["danger", "confirm"].into_iter().filter(|name| guard(page, index, name).is_none()).collect();
    // A template around it may say what is not written here. High danger without a policy has a finding of its own.
    let high = page.annotated_at(index).is_some_and(|one| one.text("danger") == Some("high"));
    if uncertain || missing.is_empty() || (high && missing == ["confirm"]) {
        return None;
    }
    let added: Vec<(String, String)> = missing
        .iter()
        .map(|name| {
            (format!("data-agent-{name}"), if *name == "danger" { "high" } else { "required" }.to_owned())
        })
        .collect();
    let names: Vec<_> = missing.iter().map(|name| format!("data-agent-{name}")).collect();
    let message = format!(
        "button \"{}\" says \"{word}\" and has no {}, nor has an action around it",
        shown(&text),
        names.join(" and no ")
    );
    let edit = attributes::add(page, index, &added)?;
    let words: Vec<_> = added.iter().map(|(name, value)| format!("{name}=\"{value}\"")).collect();
    let finding = UNGUARDED.at(element.tag.name.clone().into(), message);
    Some(finding.suggest(format!("add {}", words.join(" and ")), vec![edit]))
}
