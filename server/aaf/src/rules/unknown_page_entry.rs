//! Pages of a manifest that name what the manifest does not have.

use agmark_syntax::{FixKind, Rule, Severity};

pub static UNKNOWN_PAGE_ENTRY: Rule = Rule {
    code: "aaf/unknown-page-entry",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a page of the manifest names an action or a data view that the manifest does not have",
    help: "The `actions` and `data` of a page are names of the manifest's own `actions` and `data`. A planner would \
           send the agent to a page for something that nobody describes.",
    bad: &[include_str!("../../samples/unknown-page-entry/bad.json")],
    good: &[include_str!("../../samples/unknown-page-entry/good.json")],
};
