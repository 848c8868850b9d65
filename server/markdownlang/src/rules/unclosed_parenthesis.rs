//! A parenthesis that is not closed.

use agmark_syntax::{Awaits, CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::analysis::template::node_context::NodeContext;
use crate::syntax::static_kind::StaticKind;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/unclosed-parenthesis",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unclosed parenthesis",
        help: "Each `(` needs a `)` in the same action.",
        bad: &[program!("{{ if gt (len .days 2 }}A long trip.{{ end }}\n")],
        good: &[program!("{{ if gt (len .days) 2 }}A long trip.{{ end }}\n")],
    },
    check: Check::Node(&["parenthesized"], check),
};

fn check(context: &NodeContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    let span = context.span();
    let last = context.node.child_count().checked_sub(1).and_then(|last| context.node.child(last));
    if last.is_some_and(|last| last.static_kind() == "unclosed_parenthesis") {
        let start = span.start as usize;
        out.push(
            RULE.at(Span::new(start, start + 1), "unclosed parenthesis: add \")\"")
                .suggest("add \")\" at the end", vec![Edit::insert(span.end as usize, ")")])
                .awaiting(Awaits::Here),
        );
    }
}
