//! One name for an action and a data view.

use std::collections::HashMap;

use agmark_schema::shown;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span, work};

use super::check::Check;
use super::examples::seats;
use crate::cross_file::entries::Entries;

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

fn check(entries: &Entries<'_>, out: &mut Vec<Diagnostic>) {
    if !entries.may_repeat_names() {
        return;
    }
    let parts = entries.parts();
    let views = || parts.iter().flat_map(|part| part.manifest.views.iter().map(|one| (part.start, one)));
    if views().next().is_none() {
        return;
    }
    let mut actions: HashMap<&str, Span> = HashMap::new();
    for part in parts {
        for action in &part.manifest.actions {
            actions.entry(&action.id).or_insert(action.span.shifted(part.start));
        }
    }
    for (start, view) in views() {
        work::add(1);
        if let Some(action) = actions.get(view.id.as_str()) {
            let name = shown(&view.id);
            let message = format!("\"{name}\" is also the name of an action: rename one of the two");
            out.push(RULE.at(view.span.shifted(start), message).related(*action, "the action"));
        }
    }
}
