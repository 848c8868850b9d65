//! An `@include` without a path.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::syntax::block::BlockKind;
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/missing-path",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "`@include` without a path",
        help: "`@include path=ferries.agd` inserts another file at this place. The path is relative to the \
               folder of this file.",
        bad: &["@include file=ferries.agd\n"],
        good: &["@include path=ferries.agd\n"],
    },
    check: Check::Kind(&[BlockKind::Include], check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    if block.attribute(context.text, "path").is_none() {
        out.push(RULE.at(block.tag, "missing path: write \"@include path=other.agd\""));
    }
}
