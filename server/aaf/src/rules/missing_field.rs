//! A property of an `inputSchema` without a field on the page.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;
use super::examples::{beside, manifest};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/missing-field",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "property of an `inputSchema` without a field on the page",
        help: "An agent that has the argument has nowhere to enter it. Add a field with this name to the action, \
               or connect a field with `data-agent-for-action`.",
        bad: &[beside!(
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\"></form>\n",
            manifest!("\"inputSchema\": {\"properties\": {\"row\": {}}}, ", ", \"actions\": [\"seat.book\"]")
        )],
        good: &[beside!(
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <input data-agent-kind=\"field\" \
             data-agent-field=\"row\">\n</form>\n",
            manifest!("\"inputSchema\": {\"properties\": {\"row\": {}}}, ", ", \"actions\": [\"seat.book\"]")
        )],
    },
    check: Check::CrossFile,
};
