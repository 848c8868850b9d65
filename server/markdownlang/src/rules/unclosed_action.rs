//! Actions that do not end.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

/// An action without `}}`.
pub static RULE: Rule = Rule {
    code: "markdownlang/unclosed-action",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "unclosed action",
    help: "An action begins with `{{` and ends with `}}`. While the end is missing, the action is taken \
           to end with its line, or where the next one begins.",
    bad: &[program!("Say how the weather in {{ .city will be.\n")],
    good: &[program!("Say how the weather in {{ .city }} will be.\n")],
};

/// At the start delimiter of an action that seems to end at `end`.
pub(crate) fn at(delimiter: Span, end: usize) -> Diagnostic {
    RULE.at(delimiter, "the action that begins here has no end: add \"}}\"")
        .suggest("add \"}}\"", vec![Edit::insert(end, " }}")])
}
