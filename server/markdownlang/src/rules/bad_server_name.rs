//! Names of servers.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// The name of a server with characters that its tools may not have.
pub static RULE: Rule = Rule {
    code: "markdownlang/bad-server-name",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "invalid server name",
    help: "The tools of a server are called `mcp__NAME__TOOL`, and model APIs allow only letters, digits, `_` \
           and `-` in these names.",
    bad: &["---
name: forecast
description: Says how the weather will be
mcp_servers: [{ name: weather stations, command: stations }]
input: { type: object }
output: { type: object }
---
Say how the weather will be.
"],
    good: &["---
name: forecast
description: Says how the weather will be
mcp_servers: [{ name: weather-stations, command: stations }]
input: { type: object }
output: { type: object }
---
Say how the weather will be.
"],
};

/// What is wrong with the name, in a sentence; none if it is a good one.
pub(crate) fn complaint(name: &str) -> Option<String> {
    let wrong = name.chars().find(|c| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-'));
    match wrong {
        _ if name.is_empty() => Some("the name of a server has at least one letter or digit".to_owned()),
        Some(c) => Some(format!("the name of a server has only letters, digits, \"_\" and \"-\", not {c:?}")),
        None => None,
    }
}

/// At the name.
pub(crate) fn at(span: Span, complaint: String) -> Diagnostic {
    RULE.at(span, complaint)
}
