//! Actions that do not end.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

/// An action without `}}`.
pub static RULE: Rule = Rule {
    code: "markdownlang/unclosed-action",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "unclosed action",
    help: "An action starts with `{{` and ends with `}}`. Without the end, the action is read up to the end of \
           its line or the start of the next action.",
    bad: &[program!("Say how the weather in {{ .city will be.\n")],
    good: &[program!("Say how the weather in {{ .city }} will be.\n")],
};

/// At the start delimiter of an action that seems to end at `end`.
pub(crate) fn at(delimiter: Span, end: usize) -> Diagnostic {
    RULE.at(delimiter, "the action that begins here has no end: add \"}}\"")
        .suggest("add \"}}\"", vec![Edit::insert(end, " }}")])
}
