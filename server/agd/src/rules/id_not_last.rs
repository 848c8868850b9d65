//! Something follows the id.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity};

use crate::syntax::context::BlockContext;

pub static RULE: Rule = Rule {
    code: "agd/id-not-last",
    severity: Severity::Error,
    fix: FixKind::Automatic,
    summary: "something follows the id on its line",
    help: "The id, if there is one, is the last thing on the line, so that a reader finds it without reading what comes \
           before.",
    bad: &["@ul [#gear] refs=\"#deck\"\n- ropes\n\n@p On deck. [#deck]\n"],
    good: &["@ul refs=\"#deck\" [#gear]\n- ropes\n\n@p On deck. [#deck]\n"],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    // Of two ids the second is the trouble: see `second_id`.
    let [id] = &block.ids[..] else { return };
    if !id.closed || id.span.end as usize >= block.header_end {
        return;
    }
    let moved = format!(" {}", id.span.text(context.text));
    let (before, after) =
        (context.text.get(..id.span.start as usize), context.text.get(id.span.end as usize..));
    let blanks = [' ', '\t'];
    // What stands right before and right after it must not become one word.
    let gone = if after.is_some_and(|after| after.starts_with(blanks)) {
        Edit::delete(context.with_space_before(id.span))
    } else if before.is_some_and(|before| before.ends_with(blanks)) {
        Edit::delete(id.span)
    } else {
        Edit::replace(id.span, " ")
    };
    let edits = vec![gone, Edit::insert(block.header_end, moved)];
    out.push(
        RULE.at(id.span, "the id is the last thing on its line").fix("move it to the end of the line", edits),
    );
}
