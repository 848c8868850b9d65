//! `python-interpreter` instead of the tool `python`.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::markdown::python_server_mentions;
use crate::cross_file::context::DocumentContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/python-server",
        severity: Severity::Hint,
        fix: FixKind::Offered,
        summary: "`python-interpreter` instead of the tool `python`",
        help: "Every program has the tool `python`: it needs no server. If `mcp_servers` has a server with this \
           name, the name means that server.",
        bad: &[program!("Count with the python-interpreter.\n")],
        good: &[
            program!("Count with the python tool.\n"),
            example!(
                "name: count\ndescription: Counts the words of a text\nmcp_servers: [{ name: python-interpreter, command: python-interpreter }]",
                "{ type: object }",
                "Count with the python-interpreter."
            ),
        ],
    },
    check: Check::Document(check),
};

fn check(context: &DocumentContext<'_>, out: &mut Vec<Diagnostic>) {
    // The words may have another meaning in their sentence, so the fix is not automatic.
    for span in python_server_mentions(context.document) {
        out.push(
            RULE.at(span, "unknown server \"python-interpreter\": every program has the tool \"python\"")
                .suggest("replace with \"python\"", vec![Edit::replace(span, "python")]),
        );
    }
}
