//! A link to a route that is missing in the manifest.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;
use super::examples::{beside, manifest};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/unknown-route",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "link to a route that is missing in the manifest",
        help: "Agents navigate by the manifest's `pages`. `/seats/7` matches the route `/seats/:id`.",
        bad: &[beside!(
            "<a href=\"/exmaple\" data-agent-kind=\"link\">Seats</a>\n",
            manifest!("\"inputSchema\": {}, ", "")
        )],
        good: &[beside!(
            "<a href=\"/example\" data-agent-kind=\"link\">Seats</a>\n",
            manifest!("\"inputSchema\": {}, ", "")
        )],
    },
    check: Check::CrossFile,
};
