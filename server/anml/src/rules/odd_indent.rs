use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::LineContext;
use crate::syntax::depths::{Fault, STEP};

/// An indent that is not a multiple of a level.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/odd-indent",
        severity: Severity::Error,
        fix: FixKind::Automatic,
        summary: "odd number of spaces in the indent",
        help: "A level is two spaces. An odd number is rounded to a level, which may be the wrong one. The fix \
               writes the indent as it is read.",
        bad: &["list\n   item \"Milk\"\n", "p \"a\"\n p \"b\"\n"],
        good: &["list\n  item \"Milk\"\n", "p \"a\"\np \"b\"\n"],
    },
    check: Check::Line(check),
};

fn check(context: &mut LineContext<'_>) {
    if context.body.fault != Some(Fault::Odd) {
        return;
    }
    let (written, expected) = (context.body.head.indent.written, context.body.depth * STEP);
    let message = format!("indent must be a multiple of {STEP} (found {written}, read as {expected})");
    let edit = context.indented();
    context.report(RULE.at(context.head(), message).fix(format!("indent by {expected} spaces"), vec![edit]));
}
