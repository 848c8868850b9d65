//! A block that needs a fence and has none.

use agmark_syntax::{Awaits, CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::syntax::block::BlockKind;
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/fence-expected",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "missing fence",
        help: "`@code`, `@raw` and `@table` need a body: a line of at least three tildes, the content, and the \
               same line of tildes again. Blank lines may come before the first line of tildes.",
        bad: &["@code lang=python\n@p Next.\n", "@table\n"],
        good: &["@code lang=python\n~~~\nprint(1)\n~~~\n@p Next.\n", "@table\n\n~~~\nberth,depth\n~~~\n"],
    },
    check: Check::Kind(&[BlockKind::Code, BlockKind::Raw, BlockKind::Table], check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    if block.fence.is_some() {
        return;
    }
    let message =
        format!("missing body of \"@{}\": expected it between two lines \"~~~\"", block.name(context.text));
    let edits = vec![Edit::insert(block.header_end, "\n~~~\n\n~~~")];
    out.push(
        RULE.at(block.tag, message)
            .awaiting(Awaits::Within(block.span))
            .suggest("insert an empty body", edits),
    );
}
