//! `break` or `continue` outside of a `range`.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::template::action::ActionContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/outside-range",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "`break` or `continue` outside of `range`",
        help: "`break` leaves the innermost `range`, and `continue` goes on with its next item. A `define` or \
           `block` in a `range` is a separate template, so it can do neither. The `else` of a `range` is not \
           repeated, so it is outside of the `range`.",
        bad: &[
            program!("{{ if .city }}{{ break }}{{ end }}\n"),
            program!("{{ range .days }}{{ . }}{{ else }}{{ break }}{{ end }}\n"),
        ],
        good: &[program!("{{ range .days }}{{ break }}{{ end }}\n")],
    },
    check: Check::Action(check),
};

fn check(context: &ActionContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    let word = context.action.word;
    if matches!(word, "break" | "continue") && !context.in_range {
        let message = format!("\"{word}\" is allowed only inside of \"range\"");
        out.push(RULE.at(context.action.keyword, message));
    }
}
