//! Arguments after a value that is not a function.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::analysis::template::node_context::{NodeContext, is_malformed};
use crate::syntax::static_kind::StaticKind;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/not-a-function",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "arguments after a value that is not a function",
        help: "Only a function takes arguments, and what follows a `|` gets one. A field, a variable or a \
           string does not.",
        bad: &[program!("{{ .city \"Oslo\" }}\n"), program!("{{ .days | .city }}\n")],
        good: &[program!("{{ print .city \"Oslo\" }}\n"), program!("{{ .city | upper }}\n")],
    },
    check: Check::Node(
        &[
            "command",
            "dot",
            "field",
            "variable",
            "string",
            "raw_string",
            "character",
            "number",
            "boolean",
            "nil",
            "parenthesized",
            "selector",
        ],
        check,
    ),
};

fn check(context: &NodeContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    if context.node.static_kind() == "command" {
        let message = "this value is not a function and takes no arguments: write a function before it";
        let head = context.node.child(0).filter(|_| context.is_well_formed);
        out.extend(head.map(|head| RULE.at(Span::of(head), message)));
    } else if context.is_command && context.is_piped && !is_malformed(context.node) {
        out.push(RULE.at(context.span(), "expected a function after \"|\", found a value"));
    }
}
