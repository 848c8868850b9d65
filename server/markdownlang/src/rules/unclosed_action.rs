//! An action without `}}`.

use agmark_syntax::{Awaits, CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::template::action::ActionContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/unclosed-action",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unclosed action",
        help: "An action starts with `{{` and ends with `}}`. Without the end, the action is read up to the end of \
           its line or the start of the next action.",
        bad: &[program!("Say how the weather in {{ .city will be.\n")],
        good: &[program!("Say how the weather in {{ .city }} will be.\n")],
    },
    check: Check::Action(check),
};

fn check(context: &ActionContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    if context.action.is_unclosed {
        out.push(
            RULE.at(context.action.start, "unclosed action: add \"}}\"")
                .suggest("add \"}}\"", vec![Edit::insert(context.action.span.end as usize, " }}")])
                .awaiting(Awaits::Here),
        );
    }
}
