//! `=value` without a key.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use crate::syntax::block::FlawKind;
use crate::syntax::context::BlockContext;

pub static RULE: Rule = Rule {
    code: "agd/missing-key",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "an attribute has no key",
    help: "An attribute is written `key=value`, without white space around the `=`.",
    bad: &["@code =python\n~~~\nprint(1)\n~~~\n"],
    good: &["@code lang=python\n~~~\nprint(1)\n~~~\n"],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    for flaw in context.block().flaws.iter().filter(|flaw| flaw.kind == FlawKind::NoKey) {
        let written = flaw.span.text(context.text);
        out.push(
            RULE.at(flaw.span, format!("no key before \"{written}\": attributes are written key=value")),
        );
    }
}
