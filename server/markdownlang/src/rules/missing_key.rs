//! Required keys.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

/// A program, or a server, without a key that it needs.
pub static RULE: Rule = Rule {
    code: "markdownlang/missing-key",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "missing required key",
    help: "`name`, `description`, `input` and `output` are required: a program is called by its name and chosen \
           by its description, and the two schemas check its input and output. An entry of `mcp_servers` needs \
           a `name`, because its tools are called `mcp__NAME__TOOL`.",
    bad: &["---
name: forecast
input: { type: object }
output: { type: object }
---
Say how the weather will be.
"],
    good: &[plain!()],
};

/// At the front matter's first line. `at` is where lines that add the key may go.
pub(crate) fn in_program(delimiter: Span, key: &str, lines: &str, at: Option<usize>) -> Diagnostic {
    let finding = RULE.at(delimiter, format!("the program has no \"{key}\": add one"));
    match at {
        Some(at) => finding.suggest(format!("add \"{key}\""), vec![Edit::insert(at, lines)]),
        None => finding,
    }
}

/// At a server that has no name.
pub(crate) fn in_server(server: Span) -> Diagnostic {
    RULE.at(server, "the server has no \"name\": add one, its tools are called \"mcp__NAME__TOOL\"")
}
