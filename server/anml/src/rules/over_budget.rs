use agmark_syntax::{CheckedRule, FixKind, Rule, Severity, Span};

use super::check::Check;
use super::line_context::LineContext;

/// More lines than the budget in the front matter.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/over-budget",
        severity: Severity::Hint,
        fix: FixKind::None,
        summary: "body longer than the `budget` of the front matter",
        help: "`budget` is the largest number of lines in the body; blank lines are not counted. The first line \
               over the budget is marked. Budgets of more than 20,000 lines are not checked.",
        bad: &["---\nbudget: 2\n---\nmain\n  p \"a\"\n  p \"b\"\n"],
        good: &["---\nbudget: 3\n---\nmain\n  p \"a\"\n  p \"b\"\n"],
    },
    check: Check::Line(check),
};

fn check(context: &mut LineContext<'_>) {
    if context.body.over_budget {
        let start = context.start + context.body.head.content;
        let end =
            context.text.get(start..).and_then(|t| t.find('\n')).map_or(context.text.len(), |i| start + i);
        let message = "body exceeds the budget in the front matter from here on";
        context.report(RULE.at(Span::new(start, end), message));
    }
}
