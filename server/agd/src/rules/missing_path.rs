//! An `@include` of nothing.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use crate::syntax::context::BlockContext;

pub static RULE: Rule = Rule {
    code: "agd/missing-path",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "an `@include` without a path",
    help: "`@include path=ferries.agd` puts another file in this context. The path is relative to this file.",
    bad: &["@include file=ferries.agd\n"],
    good: &["@include path=ferries.agd\n"],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    if block.attribute(context.text, "path").is_none() {
        out.push(RULE.at(block.tag, "\"@include\" needs the file that it includes: \"path=other.agd\""));
    }
}
