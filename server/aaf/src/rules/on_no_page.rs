//! An action or a field of the manifest that no page has.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;
use super::examples::manifest;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/on-no-page",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "action or field of the manifest that is on no page of the workspace",
        help: "Reported once, in the manifest, if the workspace has pages. If an existing page of the manifest \
               lists the action, that page reports it instead (`aaf/missing-action`). Nothing is reported if a \
               template or a component computes names, because they may be any name.",
        bad: &[concat!(
            "=== .well-known/agent-manifest.json\n",
            manifest!("\"inputSchema\": {}, ", ""),
            "=== example.html\n<body data-agent-version=\"0.1\"></body>\n"
        )],
        good: &[concat!(
            "=== .well-known/agent-manifest.json\n",
            manifest!("\"inputSchema\": {}, ", ""),
            "=== example.html\n<form data-agent-kind=\"action\" data-agent-action=\"seat.book\"></form>\n"
        )],
    },
    check: Check::CrossFile,
};
