//! An invalid hash in an id.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/bad-hash",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "invalid hash in an id",
        help: "An id may contain the first one to eight hexadecimal digits of its block's content hash after a \
               colon, as in `[#intro:0a1b2c3d]`. Tools write the hash. If you write an id by hand, leave it \
               out.",
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
    },
    check: Check::Id(check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    for id in context.block().ids.iter().filter(|id| !id.good_hash) {
        let Some(hash) = id.hash else { continue };
        let digits = hash.text(context.text).trim_start_matches(':');
        let message = format!("invalid hash \"{digits}\": expected one to eight hexadecimal digits");
        out.push(RULE.at(hash, message).suggest("remove the hash", vec![Edit::delete(hash)]));
    }
}
