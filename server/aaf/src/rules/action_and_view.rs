//! One name for an action and a data view.

use std::collections::HashMap;

use agmark_schema::{Member, Node, shown};
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, work};

use super::check::Check;
use super::examples::seats;
use crate::manifest::members::{by_name, members};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/action-and-view",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "same name for an action and a data view",
        help: "A planner replies with a name alone. If `actions` and `data` have the same name, the runtime \
               cannot know which one is meant.",
        bad: &[seats!(
            "",
            ",\n  \"data\": {\"seat.book\": {\"title\": \"Seats\", \"scope\": \"seats.read\", \"outputSchema\": {}}}"
        )],
        good: &[seats!(
            "",
            ",\n  \"data\": {\"seat.list\": {\"title\": \"Seats\", \"scope\": \"seats.read\", \"outputSchema\": {}}}"
        )],
    },
    check: Check::Entries(check),
};

fn check(root: &Node, out: &mut Vec<Diagnostic>) {
    let actions: HashMap<&str, &Member> = by_name(root.get("actions"));
    for view in members(root.get("data")) {
        work::add(1);
        if let Some(action) = actions.get(view.key.text.as_str()) {
            let name = shown(&view.key.text);
            let message = format!("\"{name}\" is also the name of an action: rename one of the two");
            let finding = RULE.at(view.key.content_span().into(), message);
            out.push(finding.related(action.key.content_span().into(), "the action"));
        }
    }
}
