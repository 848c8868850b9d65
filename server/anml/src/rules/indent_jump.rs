use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::LineContext;
use crate::syntax::depths::{Fault, STEP};

/// An indent that skips a level.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/indent-jump",
        severity: Severity::Error,
        fix: FixKind::Automatic,
        summary: "line more than one level deeper than its parent",
        help: "A child is one level, two spaces, deeper than its parent. A line that is deeper is read as a child \
               of the nearest line above with a smaller indent, and so are the lines that follow it. The fix \
               writes the indent as it is read.",
        bad: &["main\n    p \"Hello\"\n", "  nav\n"],
        good: &["main\n  p \"Hello\"\n", "nav\n"],
    },
    check: Check::Line(check),
};

fn check(context: &mut LineContext<'_>) {
    if context.body.fault != Some(Fault::Jump) {
        return;
    }
    let (written, expected) = (context.body.head.indent.written, context.body.depth * STEP);
    let message = match context.body.depth {
        0 => format!("indent of {written} spaces without a parent: remove it"),
        depth => {
            format!("indent of {written} spaces on level {depth}: use {expected}, two for each level")
        }
    };
    let edit = context.indented();
    context.report(RULE.at(context.head(), message).fix(format!("indent by {expected} spaces"), vec![edit]));
}
