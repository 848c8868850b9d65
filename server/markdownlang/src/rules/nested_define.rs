//! `define` inside of another block.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::template::action::ActionContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/nested-define",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "`define` inside of another block",
        help: "A template is defined at the top of the document, outside of `if`, `range`, `with` and other \
           templates. To define one in place, use `block`.",
        bad: &[program!("{{ if .city }}{{ define \"sky\" }}Grey.{{ end }}{{ end }}\n")],
        good: &[program!(
            "{{ define \"sky\" }}Grey.{{ end }}{{ if .city }}{{ template \"sky\" }}{{ end }}\n"
        )],
    },
    check: Check::Action(check),
};

fn check(context: &ActionContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    if let Some(block) = context.open.last().filter(|_| context.action.word == "define") {
        let message = "\"define\" is not allowed inside of another block: move it out, or use \"block\"";
        out.push(RULE.at(context.action.keyword, message).related(block.keyword, "the open block"));
    }
}
