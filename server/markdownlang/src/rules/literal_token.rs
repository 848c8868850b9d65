//! Tokens that everybody can read.

use agmark_syntax::{Diagnostic, Rule, Severity, Span};

/// A token that stands in the file.
pub static RULE: Rule = Rule {
    code: "markdownlang/literal-token",
    severity: Severity::Warning,
    summary: "a token that stands in the file",
    help: "Whoever reads the file has the token, and so has everybody who gets the repository. Keep it in an \
           environment variable, and name that: `Authorization: \"Bearer ${TOKEN}\"`.",
    bad: &[
        "---
name: forecast
description: Says how the weather will be
mcp_servers: [{ name: stations, url: \"https://stations.example/mcp\", headers: { Authorization: Bearer abc } }]
input: { type: object }
output: { type: object }
---
Say how the weather will be.
",
    ],
    good: &[
        "---
name: forecast
description: Says how the weather will be
mcp_servers: [{ name: stations, url: \"https://stations.example/mcp\", headers: { Authorization: \"Bearer ${TOKEN}\" } }]
input: { type: object }
output: { type: object }
---
Say how the weather will be.
",
    ],
};

/// What headers are called that carry a token.
const SECRET: [&str; 6] =
    ["authorization", "proxy-authorization", "cookie", "x-api-key", "api-key", "x-auth-token"];

/// At the value of a header that carries a token which is not taken from the environment.
pub(crate) fn at(span: Span, header: &str, value: &str) -> Option<Diagnostic> {
    let is_secret = SECRET.iter().any(|name| header.eq_ignore_ascii_case(name));
    if !is_secret || value.trim().is_empty() || value.contains("${") {
        return None;
    }
    let message = format!(
        "the token of \"{header}\" stands in the file: put it into an environment variable, and write \"${{NAME}}\""
    );
    Some(RULE.at(span, message))
}
