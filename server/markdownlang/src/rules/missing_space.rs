//! Two values without a space between them.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};
use tree_sitter::Node;

use super::check::Check;
use crate::analysis::template::node_context::{NodeContext, is_malformed};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/missing-space",
        severity: Severity::Error,
        fix: FixKind::Automatic,
        summary: "missing space between two values",
        help: "Spaces separate a function and its arguments. Parentheses only group: `upper (lower .city)`, not \
           `upper(lower .city)`.",
        bad: &[program!("{{ upper(lower .city) }}\n")],
        good: &[program!("{{ upper (lower .city) }}\n")],
    },
    check: Check::Node(&["call", "command"], check),
};

fn check(context: &NodeContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    let mut before: Option<Node<'_>> = None;
    let mut cursor = context.node.walk();
    for part in context.node.children(&mut cursor) {
        let meets = |before: &Node<'_>| before.end_byte() == part.start_byte() && !is_malformed(*before);
        if before.as_ref().is_some_and(meets) && !is_malformed(part) {
            out.push(
                RULE.at(Span::of(part), "missing space before this argument")
                    .fix("add a space", vec![Edit::insert(part.start_byte(), " ")]),
            );
        }
        before = Some(part);
    }
}
