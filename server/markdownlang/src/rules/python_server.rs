//! The server that is a tool.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

/// `python-interpreter`, where the tool `python` is meant.
pub static RULE: Rule = Rule {
    code: "markdownlang/python-server",
    severity: Severity::Hint,
    fix: FixKind::Offered,
    summary: "`python-interpreter` instead of the tool `python`",
    help: "Every program has the tool `python`: it needs no server. If `mcp_servers` has a server with this \
           name, the name means that server.",
    bad: &[program!("Count with the python-interpreter.\n")],
    good: &[
        program!("Count with the python tool.\n"),
        "---
name: count
description: Counts the words of a text
mcp_servers: [{ name: python-interpreter, command: python-interpreter }]
input: { type: object }
output: { type: object }
---
Count with the python-interpreter.
",
    ],
};

/// At the words.
pub(crate) fn at(span: Span) -> Diagnostic {
    // It may stand in a sentence that means something else: a person decides.
    RULE.at(span, "the tool is called \"python\": every program has it")
        .suggest("replace with \"python\"", vec![Edit::replace(span, "python")])
}
