//! A tool of a server that the program does not have.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/undeclared-server",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "tool of an undeclared server",
        help: "`mcp__SERVER__TOOL` is a tool of the entry SERVER in `mcp_servers`. Without this entry, the model is \
           asked to use a tool that does not exist.",
        bad: &[example!(
            "name: forecast\ndescription: Says how the weather will be\nmcp_servers: [{ name: stations, command: stations }]",
            "{ type: object }",
            "Use mcp__station__read and say how the weather will be."
        )],
        good: &[example!(
            "name: forecast\ndescription: Says how the weather will be\nmcp_servers: [{ name: stations, command: stations }]",
            "{ type: object }",
            "Use mcp__stations__read and say how the weather will be."
        )],
    },
    check: Check::Names,
};
