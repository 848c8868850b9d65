use agmark_syntax::{Awaits, Edit, FixKind, Rule, Severity};

use super::site::Site;
use crate::syntax::row::Row;

/// A row without its last bar.
pub static RULE: Rule = Rule {
    code: "anml/unclosed-row",
    severity: Severity::Error,
    fix: FixKind::Automatic,
    summary: "a table row does not end with a bar",
    help: "Each cell ends with a bar, the last one too: `| a | b |`. A bar that belongs to the text of a cell is \
           written `\\|`.",
    bad: &["table\n  | Name | Age |\n  | Ada | 36\n"],
    good: &["table\n  | Name | Age |\n  | Ada | 36 |\n"],
};

pub(super) fn check(site: &mut Site<'_>, row: &Row) {
    if !row.closed {
        let end = row.span.end as usize;
        let finding =
            RULE.at(row.span, "the row is not closed: \"|\" is missing at its end").awaiting(Awaits::Here);
        site.report(finding.fix("close the row", vec![Edit::insert(end, " |")]));
    }
}
