//! An unknown kind.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/invalid-kind",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unknown value of `data-agent-kind`",
        help: "Agents look up elements by their kind, so they never find an element of an unknown kind. The \
               kinds are action, field, status, result, collection, item, dialog, step and link, in lowercase.",
        bad: &["<button data-agent-kind=\"Action\" data-agent-action=\"cart.empty\">Empty</button>\n"],
        good: &["<button data-agent-kind=\"action\" data-agent-action=\"cart.empty\">Empty</button>\n"],
    },
    check: Check::Value("kind"),
};
