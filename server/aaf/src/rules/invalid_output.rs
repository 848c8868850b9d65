//! An invalid output name.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/invalid-output",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "invalid output name in `data-agent-output`",
        help: "An output name follows the rules of action and field names: lowercase letters and digits, in \
               parts joined by dots.",
        bad: &["<p data-agent-kind=\"status\" data-agent-output=\"Order Status\"></p>\n"],
        good: &["<p data-agent-kind=\"status\" data-agent-output=\"order.status\"></p>\n"],
    },
    check: Check::Value("output"),
};
