//! A comment without `*/}}`.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::analysis::template::node_context::NodeContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/unterminated-comment",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "unterminated comment",
        help: "A comment starts with `{{/*` and ends with `*/}}`. Without its end, the rest of the document is part \
           of the comment.",
        bad: &[program!("{{/* The list comes sorted.\nSay how the weather will be.\n")],
        good: &[program!("{{/* The list comes sorted. */}}\nSay how the weather will be.\n")],
    },
    check: Check::Node(&["unterminated_comment"], check),
};

fn check(context: &NodeContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    let start = context.node.start_byte();
    let length = context.content().find("/*").map_or(context.span().len(), |at| at + 2);
    out.push(RULE.at(Span::new(start, start + length), "unterminated comment: add \"*/}}\""));
}
