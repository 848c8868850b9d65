//! A key with characters that keys cannot have.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/bad-key",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "invalid attribute key",
        help: "A key consists of ASCII letters, digits, `_` and `-`.",
        bad: &["@meta größe=12\n", "@meta tide.high=6\n"],
        good: &["@meta size=12\n", "@meta tide-high=6\n"],
    },
    check: Check::Attributes(check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    for attribute in context.block().attributes.iter().filter(|attribute| !attribute.good_name) {
        let key = attribute.name.text(context.text);
        out.push(
            RULE.at(
                attribute.name,
                format!("invalid key \"{key}\": expected letters, digits, \"_\" or \"-\""),
            ),
        );
    }
}
