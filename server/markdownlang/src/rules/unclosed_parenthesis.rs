//! Parentheses.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

/// A parenthesis that is not closed.
pub static RULE: Rule = Rule {
    code: "markdownlang/unclosed-parenthesis",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "unclosed parenthesis",
    help: "Each `(` needs a `)` in the same action.",
    bad: &[program!("{{ if gt (len .days 2 }}A long trip.{{ end }}\n")],
    good: &[program!("{{ if gt (len .days) 2 }}A long trip.{{ end }}\n")],
};

/// At the parenthesis; `end` is where what it holds ends.
pub(crate) fn at(parenthesis: Span, end: usize) -> Diagnostic {
    RULE.at(parenthesis, "this parenthesis is not closed: add \")\"")
        .suggest("add \")\" at the end", vec![Edit::insert(end, ")")])
}
