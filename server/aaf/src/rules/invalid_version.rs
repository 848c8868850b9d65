//! An invalid version.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/invalid-version",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "`data-agent-version` must be two numbers joined by a dot",
        help: "Write the version of the annotations like `0.1`.",
        bad: &["<main data-agent-version=\"v1\"></main>\n"],
        good: &["<main data-agent-version=\"1.0\"></main>\n"],
    },
    check: Check::Value("version"),
};
