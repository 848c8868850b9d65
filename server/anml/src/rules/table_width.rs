use agmark_syntax::{FixKind, Rule, Severity};

use super::site::Site;
use crate::syntax::row::Row;

/// A row with another number of cells than the header.
pub static RULE: Rule = Rule {
    code: "anml/table-width",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "a table row has more or fewer cells than the header",
    help: "The first row of a table is its header. Cells belong to the column in which they stand, so a row with another \
           number of cells says something else than it seems to. A bar in the text of a cell is written `\\|`.",
    bad: &["table\n  | Name | Age |\n  | Ada |\n", "table\n  | Name | Age |\n  | Ada | 36 | x |\n"],
    good: &["table\n  | Name | Age |\n  | Ada | |\n", "table\n  | Name | Age |\n  | Ada | 36 |\n"],
};

pub(super) fn check(site: &mut Site<'_>, row: &Row) {
    // Of the rows of a diff nobody knows here which is the header.
    let Some(table) = site.body.table.filter(|_| !site.context.diff) else { return };
    let (cells, header) = (row.cells.len() as u32, table.cells);
    if cells != header {
        let count = |n: u32| if n == 1 { "1 cell".to_owned() } else { format!("{n} cells") };
        let message = format!("the row has {}, the header {}", count(cells), count(header));
        site.report(RULE.at(row.span, message));
    }
}
