//! An invalid action name.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/invalid-action",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "invalid action name in `data-agent-action`",
        help: "An action name has lowercase letters, digits and `-`, in parts joined by dots: `cart.empty`. \
               Planners compare it letter by letter with the names in the manifest.",
        bad: &["<button data-agent-kind=action data-agent-action=Cart.Empty>Empty</button>\n"],
        good: &["<button data-agent-kind=action data-agent-action=cart.empty>Empty</button>\n"],
    },
    check: Check::Value("action"),
};
