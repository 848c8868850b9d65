//! A value of `data-agent-idempotent` that is not a boolean.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/invalid-idempotent",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "`data-agent-idempotent` must be `true` or `false`",
        help: "An agent repeats a failed action only if repeating it does no harm.",
        bad: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"order.place\" data-agent-idempotent=\"no\"></form>\n",
        ],
        good: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"order.place\" data-agent-idempotent=\"false\"></form>\n",
        ],
    },
    check: Check::Value("idempotent"),
};
