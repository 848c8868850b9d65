//! A block that needs a fence and has none.

use agmark_syntax::{Awaits, Diagnostic, Edit, FixKind, Rule, Severity};

use crate::syntax::context::BlockContext;

pub static RULE: Rule = Rule {
    code: "agd/fence-expected",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a block that needs a fence has none",
    help: "After `@code`, `@raw` and `@table` comes a line of at least three tildes, then the body, then the same line of \
           tildes again. Blank lines may come before the first.",
    bad: &["@code lang=python\n@p Next.\n", "@table\n"],
    good: &["@code lang=python\n~~~\nprint(1)\n~~~\n@p Next.\n", "@table\n\n~~~\nberth,depth\n~~~\n"],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    if block.fence.is_some() {
        return;
    }
    let message = format!("\"@{}\" needs a body between two lines \"~~~\"", block.name(context.text));
    let edits = vec![Edit::insert(block.header_end, "\n~~~\n\n~~~")];
    out.push(
        RULE.at(block.tag, message)
            .awaiting(Awaits::Within(block.span))
            .suggest("insert an empty body", edits),
    );
}
