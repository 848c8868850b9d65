//! Text after the id.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/id-not-last",
        severity: Severity::Error,
        fix: FixKind::Automatic,
        summary: "text after an id",
        help: "The id is the last thing on its line, so that readers find it without reading the rest.",
        bad: &["@ul [#gear] refs=\"#deck\"\n- ropes\n\n@p On deck. [#deck]\n"],
        good: &["@ul refs=\"#deck\" [#gear]\n- ropes\n\n@p On deck. [#deck]\n"],
    },
    check: Check::Id(check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    // `second_id` reports blocks with two ids.
    let [id] = &block.ids[..] else { return };
    if !id.closed || id.span.end as usize >= block.header_end {
        return;
    }
    let moved = format!(" {}", id.span.text(context.text));
    let (before, after) =
        (context.text.get(..id.span.start as usize), context.text.get(id.span.end as usize..));
    let blanks = [' ', '\t'];
    // The words before and after it must not become one word.
    let removal = if after.is_some_and(|after| after.starts_with(blanks)) {
        Edit::delete(context.with_space_before(id.span))
    } else if before.is_some_and(|before| before.ends_with(blanks)) {
        Edit::delete(id.span)
    } else {
        Edit::replace(id.span, " ")
    };
    let edits = vec![removal, Edit::insert(block.header_end, moved)];
    out.push(
        RULE.at(id.span, "text after the id: the id must be the last thing on its line")
            .fix("move the id to the end of the line", edits),
    );
}
