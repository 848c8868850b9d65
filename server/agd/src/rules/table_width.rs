//! A row of a table that is wider or narrower than the first.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

use crate::convert::csv;
use crate::syntax::context::BlockContext;
use crate::syntax::value;

pub static RULE: Rule = Rule {
    code: "agd/table-width",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "a row of a `@table` has more or fewer cells than the first",
    help: "The body of a `@table` is CSV: cells with commas between, and quotes around a cell that has a comma, a quote or \
           a line feed in it. All rows have as many cells as the first. A table in another form says so: `format=tsv`.",
    bad: &["@table\n~~~\nberth,depth\nA1,4\nA2,3,5\n~~~\n", "@table format=csv\n~~~\na,b\n\"1,2\"\n~~~\n"],
    good: &[
        "@table\n~~~\nberth,depth\nA1,4\nA2,\"3,5\"\n~~~\n",
        "@table format=tsv\n~~~\na\tb\n1,2\t3\n~~~\n",
    ],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
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
        let message = format!("{} in this row, the first one has {}", cells(row.cells), first.cells);
        let first = Span::new(start + first.span.start, start + first.span.end);
        out.push(RULE.at(span, message).related(first, "the first row"));
    }
}

fn cells(count: usize) -> String {
    if count == 1 { "1 cell".to_owned() } else { format!("{count} cells") }
}
