//! Front matter without its closing line.

use agmark_syntax::{Awaits, CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::analysis::template::node_context::NodeContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/unterminated-front-matter",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "unterminated front matter",
        help: "The front matter ends at the next line that is exactly `---`. Without this line, the whole document \
           is front matter, and the program has no instructions.",
        bad: &["---
name: forecast
description: Says how the weather will be
input: { type: object }
output: { type: object }

Say how the weather will be.
"],
        good: &[plain!()],
    },
    check: Check::Node(&["unterminated_front_matter"], check),
};

fn check(context: &NodeContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    let start = context.node.start_byte();
    let opened = context.node.child(0).map_or(start, |dashes| dashes.end_byte());
    let message = "unclosed front matter: add a line \"---\" after its last key";
    out.push(RULE.at(Span::new(start, (start + 3).min(opened)), message).awaiting(Awaits::After));
}
