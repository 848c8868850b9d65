//! A table row with more or fewer cells than the first row.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::convert::csv;
use crate::syntax::block::BlockKind;
use crate::syntax::context::BlockContext;
use crate::syntax::value;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/table-width",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "table row with a different number of cells",
        help: "The body of a `@table` is CSV: commas separate cells, and a cell that contains a comma, a quote \
               or a line feed is quoted. All rows have as many cells as the first. A table in another format \
               declares it: `format=tsv`.",
        bad: &[
            "@table\n~~~\nberth,depth\nA1,4\nA2,3,5\n~~~\n",
            "@table format=csv\n~~~\na,b\n\"1,2\"\n~~~\n",
        ],
        good: &[
            "@table\n~~~\nberth,depth\nA1,4\nA2,\"3,5\"\n~~~\n",
            "@table format=tsv\n~~~\na\tb\n1,2\t3\n~~~\n",
        ],
    },
    check: Check::Kind(&[BlockKind::Table], check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    let format = block.attribute(context.text, "format").map(|format| value::text(format, context.text));
    if format.is_some_and(|format| !format.eq_ignore_ascii_case("csv")) {
        return;
    }
    let Some(body) = block.fence.filter(|fence| fence.close.is_some()).and_then(|fence| fence.body) else {
        return;
    };
    let start = body.start as usize;
    let mut rows = csv::rows(body.text(context.text)).filter(|row| !row.blank);
    let Some(first) = rows.next() else { return };
    for row in rows.filter(|row| row.cells != first.cells) {
        let span = Span::new(start + row.span.start, start + row.span.end);
        let message =
            format!("table row with {}: expected {}, as in the first row", cells(row.cells), first.cells);
        let first = Span::new(start + first.span.start, start + first.span.end);
        out.push(RULE.at(span, message).related(first, "the first row"));
    }
}

fn cells(count: usize) -> String {
    if count == 1 { "1 cell".to_owned() } else { format!("{count} cells") }
}
