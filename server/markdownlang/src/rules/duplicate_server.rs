//! Servers of one name.

use agmark_syntax::{FixKind, Rule, Severity};

/// Two servers of the same name.
pub static RULE: Rule = Rule {
    code: "markdownlang/duplicate-server",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "duplicate server name",
    help: "The tools of a server are called `mcp__NAME__TOOL`. With two servers of the same name, the tools are \
           ambiguous. Give each server another name.",
    bad: &["---
name: forecast
description: Says how the weather will be
mcp_servers: [{ name: stations, command: north }, { name: stations, command: south }]
input: { type: object }
output: { type: object }
---
Say how the weather will be.
"],
    good: &["---
name: forecast
description: Says how the weather will be
mcp_servers: [{ name: north, command: north }, { name: south, command: south }]
input: { type: object }
output: { type: object }
---
Say how the weather will be.
"],
};
