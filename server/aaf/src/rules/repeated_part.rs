//! Two controls with the same sub-action.

use std::collections::BTreeMap;

use agmark_schema::shown;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, work};

use super::check::Check;
use crate::page::conditions::Conditions;
use crate::page::{Annotated, Page, is_part_of};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/repeated-part",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "two controls of an action with the same sub-action",
        help: "A sub-action such as `seat.book.submit` names one control of the action. If two controls have the \
               same name, an agent may press the wrong one. Give each control its own name. A control that is \
               not a part of the action gets the name of its action. Controls in different elements of kind \
               `item` do not count together, and neither do controls of which a component or a template shows \
               only one.",
        bad: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <button data-agent-kind=\"action\" \
             data-agent-action=\"seat.book.submit\">Book</button>\n  <button type=\"button\" data-agent-kind=\"action\" \
             data-agent-action=\"seat.book.submit\">Show the plan</button>\n</form>\n",
        ],
        good: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <button data-agent-kind=\"action\" \
             data-agent-action=\"seat.book.submit\">Book</button>\n  <button type=\"button\" data-agent-kind=\"action\" \
             data-agent-action=\"plan.show\">Show the plan</button>\n</form>\n",
        ],
    },
    check: Check::Page(check),
};

/// How many actions around a control are considered.
const FAR: usize = 64;

fn check(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    // By the action's element, the item in it, and the name: the controls in the order of the page.
    let mut parts: BTreeMap<(usize, Option<usize>, &str), Vec<usize>> = BTreeMap::new();
    for one in page.annotated.iter().filter(|one| one.text("kind") == Some("action")) {
        let Some(name) = one.get("action").and_then(|action| action.legal()) else { continue };
        if let Some(whole) = whole(page, one, name) {
            let item = page.context(one.element).item.filter(|item| *item > whole);
            parts.entry((whole, item, name)).or_default().push(one.element);
        }
    }
    let mut conditions = Conditions::of(page);
    for ((whole, _, name), elements) in parts {
        if elements.len() < 2 {
            continue;
        }
        let mut certain = conditions.certain(Some(whole), &elements).into_iter();
        let first = certain.next().and_then(|first| page.annotated_at(first)?.get("action"));
        let Some(first) = first else { continue };
        for action in certain.filter_map(|other| page.annotated_at(other)?.get("action")) {
            let message = format!("duplicate sub-action \"{}\": give this control another name", shown(name));
            out.push(
                RULE.at(action.value_span, message).related(first.span, "the first control with this name"),
            );
        }
    }
}

/// The element of the action that a control is a part of: around it, or its form. `None` for a control inside another
/// one with the same name.
fn whole(page: &Page<'_>, one: &Annotated<'_>, name: &str) -> Option<usize> {
    for around in page.actions_around(one.element).take(FAR) {
        work::add(1);
        match around.text("action") {
            Some(other) if other == name => return None,
            Some(other) if is_part_of(name, other) => return Some(around.element),
            _ => {}
        }
    }
    let form = page.form_owner(one.element)?;
    let action = page.annotated_at(form)?.text("action")?;
    is_part_of(name, action).then_some(form)
}
