//! What can be called.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// Arguments after a value that is not a function.
pub static RULE: Rule = Rule {
    code: "markdownlang/not-a-function",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "arguments after a value that is not a function",
    help: "Only a function takes arguments, and what follows a `|` gets one. A field, a variable or a \
           string does not.",
    bad: &[program!("{{ .city \"Oslo\" }}\n"), program!("{{ .days | .city }}\n")],
    good: &[program!("{{ print .city \"Oslo\" }}\n"), program!("{{ .city | upper }}\n")],
};

/// At a value that has arguments after it.
pub(crate) fn with_arguments(span: Span) -> Diagnostic {
    RULE.at(
        span,
        "this is not a function and takes no arguments: write the function first, then its arguments",
    )
}

/// At a value after a `|`.
pub(crate) fn piped(span: Span) -> Diagnostic {
    RULE.at(span, "a function has to follow \"|\", and this is none")
}
