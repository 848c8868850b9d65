//! How a server is reached.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// A server with neither a command nor an address, or with both.
pub static RULE: Rule = Rule {
    code: "markdownlang/server-transport",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "server without a transport, or with two",
    help: "A server has either a `command` (with `args` and `env`), which is started and used over its standard \
           input and output, or the `url` of a server that is already running.",
    bad: &[
        "---
name: forecast
description: Says how the weather will be
mcp_servers: [{ name: stations }]
input: { type: object }
output: { type: object }
---
Say how the weather will be.
",
        "---
name: forecast
description: Says how the weather will be
mcp_servers: [{ name: stations, command: stations, url: \"https://stations.example/mcp\" }]
input: { type: object }
output: { type: object }
---
Say how the weather will be.
",
    ],
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

/// At a server with neither.
pub(crate) fn neither(server: Span) -> Diagnostic {
    RULE.at(server, "the server has neither \"command\" nor \"url\": write one of them")
}

/// At the second of the two keys.
pub(crate) fn both(second: Span, first: Span) -> Diagnostic {
    RULE.at(second, "a server has \"command\" or \"url\", not both: remove one")
        .related(first, "the other one")
}
