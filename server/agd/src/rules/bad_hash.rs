//! A hash that is none.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity};

use crate::syntax::context::BlockContext;

pub static RULE: Rule = Rule {
    code: "agd/bad-hash",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "invalid hash after the colon of an id",
    help: "An id may carry the beginning of its block's content hash: one to eight hexadecimal digits after a colon, as \
           in `[#intro:0a1b2c3d]`. Tools write it; to write an id by hand, leave it out.",
    bad: &[
        "@p Open all year. [#opening:today]\n",
        "@p Open all year. [#opening:]\n",
        "@ul [#a:0123456789]\n",
    ],
    good: &[
        "@p Open all year. [#opening:8d6c5b4a]\n",
        "@p Open all year. [#opening]\n",
        "@ul [#a:abd18a66]\n",
    ],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    for id in context.block().ids.iter().filter(|id| !id.good_hash) {
        let Some(hash) = id.hash else { continue };
        let digits = hash.text(context.text).trim_start_matches(':');
        let message = format!("bad hash \"{digits}\": one to eight hexadecimal digits");
        out.push(RULE.at(hash, message).suggest("remove the hash", vec![Edit::delete(hash)]));
    }
}
