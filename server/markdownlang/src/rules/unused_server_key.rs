//! Keys of a server that have no effect.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// A key of a server that belongs to another kind of server.
pub static RULE: Rule = Rule {
    code: "markdownlang/unused-server-key",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "server key that its transport does not use",
    help: "`args` and `env` belong to a server with a `command`, `headers` to a server with a `url`. Otherwise \
           they have no effect.",
    bad: &[
        "---
name: forecast
description: Says how the weather will be
mcp_servers: [{ name: stations, url: \"https://stations.example/mcp\", args: [\"-y\"] }]
input: { type: object }
output: { type: object }
---
Say how the weather will be.
",
        "---
name: forecast
description: Says how the weather will be
mcp_servers: [{ name: stations, command: stations, headers: { X-Team: north } }]
input: { type: object }
output: { type: object }
---
Say how the weather will be.
",
    ],
    good: &["---
name: forecast
description: Says how the weather will be
mcp_servers: [{ name: stations, url: \"https://stations.example/mcp\", headers: { X-Team: north } }]
input: { type: object }
output: { type: object }
---
Say how the weather will be.
"],
};

/// At the key; `other` is the key that it would belong to.
pub(crate) fn at(span: Span, key: &str, other: &str) -> Diagnostic {
    RULE.at(span, format!("\"{key}\" has no effect without \"{other}\": remove it"))
}
