//! `end` without an open block.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::template::action::ActionContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/unexpected-end",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unexpected `end`",
        help: "Each `{{ end }}` closes an `if`, `range`, `with`, `define` or `block` before it. No block is open \
           here: remove the `end`, or correct the action that should open the block.",
        bad: &[program!("Say how the weather will be.{{ end }}\n")],
        good: &[program!("{{ if .city }}Say how the weather will be.{{ end }}\n")],
    },
    check: Check::Action(check),
};

fn check(context: &ActionContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    if context.action.word == "end" && context.open.is_empty() {
        let message = "no block is open that this \"end\" could close: remove it, or open a block before it";
        let edit = Edit::delete(context.action.span);
        out.push(RULE.at(context.action.keyword, message).suggest("remove it", vec![edit]));
    }
}
