//! Keys that are written and say nothing.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// A description, a model or a command that is empty.
pub static RULE: Rule = Rule {
    code: "markdownlang/empty-value",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "empty description, model or command",
    help: "A model chooses a tool by its `description`. An empty `model` is ignored. An empty `command` cannot \
           be started, so it is an error.",
    bad: &[
        "---
name: forecast
description: \"\"
input: { type: object }
output: { type: object }
---
Say how the weather will be.
",
        "---
name: forecast
description: Says how the weather will be
mcp_servers: [{ name: stations, command: \"\" }]
input: { type: object }
output: { type: object }
---
Say how the weather will be.
",
    ],
    good: &[plain!()],
};

/// At the value of a key.
pub(crate) fn at(span: Span, key: &str) -> Diagnostic {
    let mut finding = RULE.at(span, format!("\"{key}\" is empty: write something, or remove it"));
    if key == "command" {
        finding.severity = Severity::Error;
    }
    finding
}
