//! `else` where it does not belong.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::template::action::ActionContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/unexpected-else",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "unexpected `else`",
        help: "`else` belongs to `if`, `range` and `with`, once each. `else if` continues an `if`, and `else with` \
           continues a `with`.",
        bad: &[
            program!("{{ else }}Say nothing.\n"),
            program!("{{ if .city }}a{{ else }}b{{ else }}c{{ end }}\n"),
        ],
        good: &[program!("{{ if .city }}Say how the weather will be.{{ else }}Say nothing.{{ end }}\n")],
    },
    check: Check::Action(check),
};

fn check(context: &ActionContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    let action = context.action;
    if action.word != "else" {
        return;
    }
    let Some(block) = context.open.last().filter(|block| block.may_have_else()) else {
        let message = "no \"if\", \"range\" or \"with\" is open that this \"else\" could belong to";
        return out.push(RULE.at(action.keyword, message));
    };
    if let Some(first) = block.last_else {
        let message = "only {{ end }} can follow the last \"else\"";
        out.push(RULE.at(action.keyword, message).related(first, "the last \"else\""));
    } else if let Some(second) = action.second.filter(|second| *second != block.word) {
        let message = format!(
            "\"else {second}\" belongs to \"{second}\", but \"{}\" is open: write {{{{ else }}}}{{{{ {second} … }}}}",
            block.word
        );
        out.push(RULE.at(action.keyword, message));
    }
}
