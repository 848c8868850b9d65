use agmark_syntax::{Awaits, CheckedRule, Edit, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::LineContext;
use crate::syntax::row::Row;

/// A row without a closing bar.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/unclosed-row",
        severity: Severity::Error,
        fix: FixKind::Automatic,
        summary: "table row without a closing bar",
        help: "Each cell ends with a bar, also the last one: `| a | b |`. Write a bar in the text of a cell as \
               `\\|`.",
        bad: &["table\n  | Name | Age |\n  | Ada | 36\n"],
        good: &["table\n  | Name | Age |\n  | Ada | 36 |\n"],
    },
    check: Check::Row(check),
};

fn check(context: &mut LineContext<'_>, row: &Row) {
    if !row.closed {
        let end = row.span.end as usize;
        let finding = RULE.at(row.span, "unclosed row: add \"|\" at its end").awaiting(Awaits::Here);
        context.report(finding.fix("close the row", vec![Edit::insert(end, " |")]));
    }
}
