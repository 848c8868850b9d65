//! Addresses of servers.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// The address of a server that is not http or https.
pub static RULE: Rule = Rule {
    code: "markdownlang/bad-url",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "invalid server address",
    help: "The `url` of a server starts with `http://` or `https://`, followed by a host. To start a program, \
           use `command`.",
    bad: &["---
name: forecast
description: Says how the weather will be
mcp_servers: [{ name: stations, url: stations.example/mcp }]
input: { type: object }
output: { type: object }
---
Say how the weather will be.
"],
    good: &["---
name: forecast
description: Says how the weather will be
mcp_servers: [{ name: stations, url: \"https://stations.example/mcp\" }]
input: { type: object }
output: { type: object }
---
Say how the weather will be.
"],
};

/// Whether an address may be one. What the environment gives (`${VAR}`) is not known.
pub(crate) fn is_good(url: &str) -> bool {
    if url.starts_with("${") {
        return true;
    }
    let lower = url.to_ascii_lowercase();
    let rest = lower.strip_prefix("http://").or_else(|| lower.strip_prefix("https://"));
    rest.is_some_and(|host| !host.is_empty() && !host.starts_with('/') && !host.contains(char::is_whitespace))
}

/// At the address.
pub(crate) fn at(span: Span, url: &str) -> Diagnostic {
    RULE.at(span, format!("\"{url}\" is no address of a server: it begins with \"http://\" or \"https://\""))
}
