use agmark_syntax::{Awaits, CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;

use crate::syntax::context::Context;
use crate::syntax::element::Element;
use crate::syntax::row::Row;

/// `rows=` or `cols=` that differs from the table.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/table-size",
        severity: Severity::Hint,
        fix: FixKind::Offered,
        summary: "`rows=` or `cols=` that differs from the table",
        help: "`rows=` is the number of rows without the header, `cols=` the number of columns. If a `~` line \
               stands for omitted rows, `rows=` may be larger than the number of rows shown. Diffs, which show \
               parts of tables, and tables of more than a thousand rows are not checked.",
        bad: &["table rows=3 cols=2\n  | a | b |\n  | 1 | 2 |\n", "table cols=3\n  | a | b |\n"],
        good: &[
            "table rows=1 cols=2\n  | a | b |\n  | 1 | 2 |\n",
            "table rows=9\n  | a | b |\n  | 1 | 2 |\n  ~ ... 8 rows\n",
        ],
    },
    check: Check::Reader,
};

/// The declared size of a table and the counted size.
pub struct Declared {
    rows: Option<(u32, Span)>,
    cols: Option<(u32, Span)>,
    /// The depth of its rows.
    depth: u32,
    header: Option<u32>,
    shown: u32,
    /// Where its last row ends.
    end: u32,
    /// A `~` line stands for rows.
    pub summary: bool,
}

impl Declared {
    /// The size that `element` declares; `None` if it declares none.
    pub fn of(element: &Element, text: &str, depth: u32, context: &Context) -> Option<Self> {
        if element.items.is_empty() || context.diff {
            return None;
        }
        let number = |key| {
            let attribute = element.attribute(key, text)?;
            Some((element.value(attribute.value, text).parse().ok()?, attribute.span()))
        };
        let (rows, cols) = (number("rows"), number("cols"));
        (rows.is_some() || cols.is_some()).then(|| Self {
            rows,
            cols,
            depth: depth + 1,
            header: None,
            shown: 0,
            end: 0,
            summary: false,
        })
    }

    /// Counts a row directly below the element. A table that is `long` may be cut, so its number of rows is unknown
    /// here.
    pub fn row(&mut self, depth: u32, row: &Row, long: bool) {
        if depth != self.depth {
            return;
        }
        self.rows = self.rows.filter(|_| !long);
        self.end = row.span.end;
        match self.header {
            None => self.header = Some(row.cells.len() as u32),
            Some(_) => self.shown += 1,
        }
    }
}

/// Compares both when the table is over.
pub fn check(table: &Declared, found: &mut Vec<Diagnostic>) {
    let Some(header) = table.header else { return };
    if let Some((rows, span)) = table.rows
        && (rows < table.shown || (rows > table.shown && !table.summary))
    {
        let message =
            format!("wrong number of rows \"rows={rows}\": the table shows {} below the header", table.shown);
        let right = format!("rows={}", table.shown);
        let finding = RULE.at(span, message);
        // More rows may follow.
        let finding = match rows > table.shown {
            true => finding.awaiting(Awaits::Within(Span::new(span.start as usize, table.end as usize))),
            false => finding,
        };
        found.push(finding.suggest(format!("write \"{right}\""), vec![Edit::replace(span, right)]));
    }
    if let Some((cols, span)) = table.cols
        && cols != header
    {
        let right = format!("cols={header}");
        let finding =
            RULE.at(span, format!("wrong number of columns \"cols={cols}\": the header has {header}"));
        found.push(finding.suggest(format!("write \"{right}\""), vec![Edit::replace(span, right)]));
    }
}
