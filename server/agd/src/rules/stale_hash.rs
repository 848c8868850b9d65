//! A hash that differs from the hash of the content.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::ast::hash;
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/stale-hash",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "stale hash in an id",
        help: "The hash in `[#intro:0a1b2c3d]` records which content was read: it is the start of the \
               hash of the block's tag, attributes and text. Edits by operations update it. A change by hand \
               does not, and an agent that relies on the hash then treats the block as one that it has not \
               read. Review the change, then update the hash.",
        bad: &["@p Open in summer. [#opening:8d6c5b4a]\n", "@ul [#gear:0000]\n- ropes\n"],
        good: &[
            "@p Open all year. [#opening:8d6c5b4a]\n",
            "@p Open all year. [#opening:8D6C]\n",
            "@ul [#gear]\n- ropes\n",
        ],
    },
    check: Check::Id(check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    let Some(digits) = block.id().filter(|id| id.good_hash).and_then(|id| id.hash) else { return };
    // Without its colon.
    let digits = Span::new(digits.start as usize + 1, digits.end as usize);
    let written = digits.text(context.text);
    // The content of a block with errors is not known.
    let Some(now) = hash::of_source(block.span.text(context.text)) else { return };
    if hash::fits(written, &now) {
        return;
    }
    let message = format!("stale hash {written}: the content now hashes to {now}");
    let updated = now.get(..written.len()).unwrap_or(&now).to_owned();
    out.push(RULE.at(digits, message).suggest("update the hash", vec![Edit::replace(digits, updated)]));
}
