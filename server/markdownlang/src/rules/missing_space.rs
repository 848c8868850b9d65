//! Blanks between values.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

/// Two values without a blank between them.
pub static RULE: Rule = Rule {
    code: "markdownlang/missing-space",
    severity: Severity::Error,
    fix: FixKind::Automatic,
    summary: "missing space between two values",
    help: "Spaces separate a function and its arguments. Parentheses only group: `upper (lower .city)`, not \
           `upper(lower .city)`.",
    bad: &[program!("{{ upper(lower .city) }}\n")],
    good: &[program!("{{ upper (lower .city) }}\n")],
};

/// At the value that follows too closely.
pub(crate) fn before(span: Span) -> Diagnostic {
    RULE.at(span, "a blank is missing before this: arguments are separated by blanks")
        .fix("add a blank", vec![Edit::insert(span.start as usize, " ")])
}
