use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::LineContext;
use crate::syntax::depths::Fault;

/// A tab in the white space before a line.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/tab-indent",
        severity: Severity::Error,
        fix: FixKind::Automatic,
        summary: "tab in the indent",
        help: "The indent is two spaces for each level. A tab is read as one level here, but other readers may \
               read it differently. The fix writes the spaces.",
        bad: &["nav\n\tlink#e1 \"Start\"\n"],
        good: &["nav\n  link#e1 \"Start\"\n"],
    },
    check: Check::Line(check),
};

fn check(context: &mut LineContext<'_>) {
    if context.body.fault != Some(Fault::Tab) {
        return;
    }
    let message = "tab in the indent: use two spaces for each level";
    let edit = context.indented();
    context.report(RULE.at(context.head(), message).fix("indent with spaces", vec![edit]));
}
