use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::LineContext;
use crate::syntax::row::Row;

/// A row with another number of cells than the header.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/table-width",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "table row with a different number of cells than the header",
        help: "The first row of a table is its header. A cell belongs to the column at its position, so a missing \
               cell shifts the meaning of the others. Write a bar in the text of a cell as `\\|`.",
        bad: &["table\n  | Name | Age |\n  | Ada |\n", "table\n  | Name | Age |\n  | Ada | 36 | x |\n"],
        good: &["table\n  | Name | Age |\n  | Ada | |\n", "table\n  | Name | Age |\n  | Ada | 36 |\n"],
    },
    check: Check::Row(check),
};

fn check(context: &mut LineContext<'_>, row: &Row) {
    // In a diff, the header may be left out.
    let Some(table) = context.body.table.filter(|_| !context.state.diff) else { return };
    let (cells, header) = (row.cells.len() as u32, table.cells);
    if cells != header {
        let count = |n: u32| if n == 1 { "1 cell".to_owned() } else { format!("{n} cells") };
        let message = format!("row with {}: the header has {}", count(cells), count(header));
        context.report(RULE.at(row.span, message));
    }
}
