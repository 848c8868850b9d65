//! A field of a page that is missing in the manifest.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;
use super::examples::{beside, manifest};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/undeclared-field",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "field of a page that is missing in the `inputSchema` of its action",
        help: "A planner gives the arguments that `inputSchema` names. It never fills in a field that is not \
               among its properties.",
        bad: &[beside!(
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <input data-agent-kind=\"field\" \
             data-agent-field=\"rwo\">\n</form>\n",
            manifest!("\"inputSchema\": {\"properties\": {\"row\": {}}}, ", "")
        )],
        good: &[beside!(
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <input data-agent-kind=\"field\" \
             data-agent-field=\"row\">\n</form>\n",
            manifest!("\"inputSchema\": {\"properties\": {\"row\": {}}}, ", "")
        )],
    },
    check: Check::CrossFile,
};
