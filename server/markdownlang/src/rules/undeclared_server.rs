//! Tools of servers.

use agmark_syntax::{FixKind, Rule, Severity};

/// A tool of a server that the program does not have.
pub static RULE: Rule = Rule {
    code: "markdownlang/undeclared-server",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "tool of an undeclared server",
    help: "`mcp__SERVER__TOOL` is a tool of an entry of `mcp_servers`. Without one of that name the \
           model is asked to use a tool that it will not find.",
    bad: &["---
name: forecast
description: Says how the weather will be
mcp_servers: [{ name: stations, command: stations }]
input: { type: object }
output: { type: object }
---
Use mcp__station__read and say how the weather will be.
"],
    good: &["---
name: forecast
description: Says how the weather will be
mcp_servers: [{ name: stations, command: stations }]
input: { type: object }
output: { type: object }
---
Use mcp__stations__read and say how the weather will be.
"],
};
