//! An unknown action or data view in a page of a manifest.

use super::check::Check;
use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/unknown-page-entry",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unknown action or data view in a page of the manifest",
        help: "The `actions` and `data` of a page are names from the manifest's own `actions` and `data`. \
               Otherwise a planner sends the agent to a page for something that the manifest does not describe.",
        bad: &[include_str!("../../samples/unknown-page-entry/bad.json")],
        good: &[include_str!("../../samples/unknown-page-entry/good.json")],
    },
    check: Check::Names,
};
