//! Two servers with the same name.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/duplicate-server",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "duplicate server name",
        help: "The tools of a server are called `mcp__NAME__TOOL`. With two servers of the same name, the tools are \
           ambiguous. Give each server another name.",
        bad: &[with_keys!(
            "mcp_servers: [{ name: stations, command: north }, { name: stations, command: south }]"
        )],
        good: &[with_keys!(
            "mcp_servers: [{ name: north, command: north }, { name: south, command: south }]"
        )],
    },
    check: Check::Names,
};
