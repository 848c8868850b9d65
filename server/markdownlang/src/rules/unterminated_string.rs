//! A string without its closing quote.

use agmark_syntax::{Awaits, CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::template::node_context::NodeContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/unterminated-string",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unterminated string",
        help: "A string in double quotes, or a character in single quotes, ends on the line where it starts. A raw \
           string in backticks ends at the next backtick.",
        bad: &[program!("{{ join .days \", }}\n")],
        good: &[program!("{{ join .days \", \" }}\n")],
    },
    check: Check::Node(&["unterminated_string", "unterminated_raw_string", "unterminated_character"], check),
};

fn check(context: &NodeContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    let (quote, kind) = match context.node.kind() {
        "unterminated_string" => ('"', "string"),
        "unterminated_raw_string" => ('`', "string"),
        _ => ('\'', "character"),
    };
    let span = context.span();
    out.push(
        RULE.at(span, format!("unterminated {kind}: add a {quote}"))
            .suggest(format!("add a {quote}"), vec![Edit::insert(span.end as usize, quote)])
            .awaiting(Awaits::Here),
    );
}
