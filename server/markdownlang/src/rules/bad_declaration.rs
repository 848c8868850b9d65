//! A declaration with too many variables.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::analysis::template::node_context::NodeContext;
use crate::syntax::static_kind::StaticKind;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/bad-declaration",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "too many variables in a declaration",
        help: "An action declares one variable: `{{ $x := VALUE }}`. Only `range` declares two, the index \
           or key and the item: `{{ range $i, $day := .days }}`.",
        bad: &[program!("{{ $a, $b := .days }}\n")],
        good: &[program!("{{ range $i, $day := .days }}{{ $i }}{{ $day }}{{ end }}\n")],
    },
    check: Check::Node(&["declaration", "assignment"], check),
};

fn check(context: &NodeContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    let mut cursor = context.node.walk();
    let variables =
        context.node.named_children(&mut cursor).filter(|child| child.static_kind() == "variable");
    let (most, message) = if context.action.is_range_declaration(context.node) {
        (2, "\"range\" declares at most two variables: the index or key, and the item")
    } else {
        (1, "too many variables: only \"range\" declares two")
    };
    for (i, variable) in variables.enumerate() {
        let span = Span::of(variable);
        if i == most {
            out.push(RULE.at(span, message));
        }
        if context.node.static_kind() == "declaration" && span.text(context.text) == "$" {
            out.push(RULE.at(span, "missing name of the variable: write a name after the \"$\""));
        }
    }
}
