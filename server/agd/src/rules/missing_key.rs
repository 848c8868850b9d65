//! `=value` without a key.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::syntax::block::MalformedKind;
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/missing-key",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "attribute without a key",
        help: "An attribute is written `key=value`, without white space around the `=`.",
        bad: &["@code =python\n~~~\nprint(1)\n~~~\n"],
        good: &["@code lang=python\n~~~\nprint(1)\n~~~\n"],
    },
    check: Check::Attributes(check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    for part in context.block().malformed.iter().filter(|part| part.kind == MalformedKind::NoKey) {
        let written = part.span.text(context.text);
        out.push(RULE.at(part.span, format!("missing key before \"{written}\": expected key=value")));
    }
}
