//! A hash that is not that of what its block says.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::ast::hash;
use crate::syntax::context::BlockContext;

pub static RULE: Rule = Rule {
    code: "agd/stale-hash",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "the hash beside an id is not that of the block's content",
    help: "`[#intro:0a1b2c3d]` says which content somebody has read: the digits are the beginning of the hash of the \
           block's tag, attributes and text. Editing by operations keeps them right. When a block is changed by hand they \
           stay behind, and an agent that relies on them takes the block for one that it has not seen. Look at the \
           change, then write the hash anew.",
    bad: &["@p Open in summer. [#opening:8d6c5b4a]\n", "@ul [#gear:0000]\n- ropes\n"],
    good: &[
        "@p Open all year. [#opening:8d6c5b4a]\n",
        "@p Open all year. [#opening:8D6C]\n",
        "@ul [#gear]\n- ropes\n",
    ],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    let Some(digits) = block.id().filter(|id| id.good_hash).and_then(|id| id.hash) else { return };
    // Without its colon.
    let digits = Span::new(digits.start as usize + 1, digits.end as usize);
    let written = digits.text(context.text);
    // What a block with errors says is not known.
    let Some(now) = hash::of_source(block.span.text(context.text)) else { return };
    if hash::fits(written, &now) {
        return;
    }
    let message = format!("the hash is {written}, that of the content is {now}: it has changed since");
    let fresh = now.get(..written.len()).unwrap_or(&now).to_owned();
    out.push(RULE.at(digits, message).suggest("write the hash anew", vec![Edit::replace(digits, fresh)]));
}
