use agmark_syntax::{CheckedRule, Edit, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::LineContext;
use crate::syntax::element::{Element, Part};
use crate::syntax::node::Kind;

/// A quote that is never closed.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/unterminated-string",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unterminated string",
        help: "A name or a quoted value starts and ends with `\"` on the same line, and in a table within its \
               cell. Write a quote inside it as `\\\"`, a line break as `\\n`. Without a closing quote, the \
               string continues to the end of the line.",
        bad: &["button#e1 \"Send\nbutton#e2 \"Cancel\"\n", "link#e1 \"Home\" title=\"the start\n"],
        good: &["button#e1 \"Send\"\nbutton#e2 \"Cancel\"\n", "link#e1 \"Home\" title=\"the start\"\n"],
    },
    check: Check::Part(check),
};

fn check(context: &mut LineContext<'_>, _element: &Element, part: Part) {
    if part.kind == Kind::UnterminatedString {
        let end = part.span.end as usize;
        let finding = RULE.at(part.span, "unterminated string: add '\"'");
        context.report(finding.suggest("close the string", vec![Edit::insert(end, "\"")]));
    }
}
