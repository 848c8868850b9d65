use agmark_syntax::{FixKind, Rule, Severity, Span};

use super::site::Site;

/// More lines than the front matter's budget.
pub static RULE: Rule = Rule {
    code: "anml/over-budget",
    severity: Severity::Hint,
    fix: FixKind::None,
    summary: "the body has more lines than the front matter's `budget`",
    help: "`budget` says how many lines the body has at most, blank ones not counted. The first line that is too many is \
           marked. Budgets of more than 20,000 lines are not checked.",
    bad: &["---\nbudget: 2\n---\nmain\n  p \"a\"\n  p \"b\"\n"],
    good: &["---\nbudget: 3\n---\nmain\n  p \"a\"\n  p \"b\"\n"],
};

pub(super) fn check(site: &mut Site<'_>) {
    if site.body.over_budget {
        let start = site.start + site.body.head.content;
        let end = site.text.get(start..).and_then(|t| t.find('\n')).map_or(site.text.len(), |i| start + i);
        let message = "from here on the body has more lines than its budget in the front matter";
        site.report(RULE.at(Span::new(start, end), message));
    }
}
