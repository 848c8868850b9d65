//! Leaving what is no range.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// `break` or `continue` outside of a `range`.
pub static RULE: Rule = Rule {
    code: "markdownlang/outside-range",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "`break` or `continue` outside of `range`",
    help: "`break` leaves the innermost `range`, and `continue` goes on with its next item. A `define` or \
           `block` in a `range` is a separate template, so it can do neither. The `else` of a `range` is not \
           repeated, so it is outside of the `range`.",
    bad: &[
        program!("{{ if .city }}{{ break }}{{ end }}\n"),
        program!("{{ range .days }}{{ . }}{{ else }}{{ break }}{{ end }}\n"),
    ],
    good: &[program!("{{ range .days }}{{ break }}{{ end }}\n")],
};

/// At the keyword.
pub(crate) fn at(span: Span, keyword: &str) -> Diagnostic {
    RULE.at(span, format!("\"{keyword}\" works only inside of \"range\""))
}
