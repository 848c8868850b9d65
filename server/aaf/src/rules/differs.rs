//! Different values in a page and its manifest.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;
use super::examples::{beside, manifest};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/differs",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "different risk, confirmation, scope or idempotence in page and manifest",
        help: "A planner decides by the manifest, a runtime by the page. Whether the user is asked must not \
               depend on which of the two decides. A value that only one of them states is fine, and so is a \
               part of an action, which inherits.",
        bad: &[beside!(
            "<button data-agent-kind=\"action\" data-agent-action=\"seat.book\" data-agent-danger=\"none\">Book</button>\n",
            manifest!("\"inputSchema\": {}, ", "")
        )],
        good: &[beside!(
            "<button data-agent-kind=\"action\" data-agent-action=\"seat.book\" data-agent-danger=\"low\">Book</button>\n",
            manifest!("\"inputSchema\": {}, ", "")
        )],
    },
    check: Check::CrossFile,
};
