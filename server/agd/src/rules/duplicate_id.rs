//! The same id on two blocks.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/duplicate-id",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "duplicate id",
        help: "An id is the address of one block. If two blocks have the same id, an operation cannot tell \
               which one is meant. Rename one of them, together with the references to it.",
        bad: &["@h1 Harbour [#harbour]\n\n@p Open all year. [#harbour]\n"],
        good: &["@h1 Harbour [#harbour]\n\n@p Open all year. [#opening]\n"],
    },
    check: Check::Names,
};
