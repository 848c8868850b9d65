//! An invalid scope.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/invalid-scope",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "invalid scope in `data-agent-scope`",
        help: "A scope has lowercase letters, digits, `_` and dots: `orders.write`.",
        bad: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"order.place\" data-agent-scope=\"orders:write\"></form>\n",
        ],
        good: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"order.place\" data-agent-scope=\"orders.write\"></form>\n",
        ],
    },
    check: Check::Value("scope"),
};
