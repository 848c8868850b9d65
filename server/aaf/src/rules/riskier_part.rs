//! A part of an action with a higher danger than the action.

use agmark_schema::shown;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::edit::attributes;
use crate::page::{Annotated, Page, is_part_of};
use crate::risk;
use crate::risk::guards::{added, candidates, guard, too_low};
use crate::vocabulary::RISKS;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/riskier-part",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "part of an action with a higher danger than the action",
        help: "A planner decides by the danger of the action whether to ask the user. So a part with a higher \
               `data-agent-danger`, or a button that says delete, remove or similar in an action of lower \
               danger, runs without that question. Set the danger on the button and give it its own action, or \
               raise the danger of the whole action. If the button is harmless, write `none` and `never`. A \
               \"Cancel\" or \"Reset\" that only leaves or clears a form does not count.",
        bad: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\" data-agent-danger=\"low\" \
             data-agent-confirm=\"optional\">\n  <button type=\"button\">Delete all seats</button>\n</form>\n",
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\" data-agent-danger=\"none\">\n  <button \
             data-agent-kind=\"action\" data-agent-action=\"seat.book.submit\" data-agent-danger=\"high\" \
             data-agent-confirm=\"required\">Book</button>\n</form>\n",
        ],
        good: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\" data-agent-danger=\"low\" \
             data-agent-confirm=\"optional\">\n  <button type=\"button\" data-agent-kind=\"action\" \
             data-agent-action=\"seats.delete\" data-agent-danger=\"high\" data-agent-confirm=\"required\">Delete all \
             seats</button>\n</form>\n",
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\" data-agent-danger=\"high\" \
             data-agent-confirm=\"required\">\n  <button data-agent-kind=\"action\" data-agent-action=\"seat.book.submit\" \
             data-agent-danger=\"high\" data-agent-confirm=\"required\">Book</button>\n</form>\n",
        ],
    },
    check: Check::Page(check),
};

fn check(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    for index in candidates(page) {
        let own = page.annotated_at(index).filter(|one| one.has("danger"));
        out.extend(match own {
            Some(own) => stated(page, own),
            None => judged(page, index),
        });
    }
}

/// A part that states a higher danger than its action does.
fn stated(page: &Page<'_>, own: &Annotated<'_>) -> Option<Diagnostic> {
    let danger = own.get("danger")?;
    let (name, level) = (own.text("action")?, rank(danger.legal()?)?);
    let whole = page
        .actions_around(own.element)
        .take(FAR)
        .find(|one| one.has("danger") && one.text("action").is_some_and(|whole| is_part_of(name, whole)))?;
    let (action, written) = (whole.text("action")?, whole.get("danger")?);
    let lower = written.legal().filter(|written| rank(written) < Some(level))?;
    let message = format!(
        "\"{}\" has danger \"{}\", but its action \"{}\" has \"{lower}\": raise the danger of the action, or make this a \
         separate action",
        shown(name),
        danger.legal()?,
        shown(action)
    );
    Some(RULE.at(danger.span, message).related(written.span, "the danger of the action"))
}

/// A dangerous button in an action of lower danger.
fn judged(page: &Page<'_>, index: usize) -> Option<Diagnostic> {
    let element = page.dom.elements.get(index).filter(|element| !element.tag.dynamic)?;
    let danger = risk::danger(page, index, None)?;
    let whole = guard(page, index, "danger").filter(|one| too_low(page, index, &danger, one))?;
    let written = whole.get("danger")?;
    let message = format!(
        "\"{}\" says \"{}\", but the action around it has danger \"{}\": add its danger, and make it a separate action",
        shown(&danger.name),
        danger.word,
        shown(whole.text("danger").unwrap_or(""))
    );
    let missing: Vec<&str> = ["danger", "confirm"]
        .into_iter()
        .filter(|name| page.annotated_at(index).is_none_or(|one| !one.has(name)))
        .collect();
    let (added, title) = added(&missing);
    let edit = attributes::add(page, index, &added)?;
    let finding = RULE.at(element.tag.name.clone().into(), message);
    Some(finding.related(written.span, "the danger of the action").suggest(title, vec![edit]))
}

/// How many actions around a part are considered.
const FAR: usize = 64;

fn rank(word: &str) -> Option<usize> {
    RISKS.iter().position(|risk| risk.word == word)
}
