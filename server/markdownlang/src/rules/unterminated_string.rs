//! Strings that do not end.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

/// A string without its closing quote.
pub static RULE: Rule = Rule {
    code: "markdownlang/unterminated-string",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "unterminated string",
    help: "A string in double quotes, or a character in single quotes, ends on the line where it starts. A raw \
           string in backticks ends at the next backtick.",
    bad: &[program!("{{ join .days \", }}\n")],
    good: &[program!("{{ join .days \", \" }}\n")],
};

/// At a string whose closing `quote` is missing.
pub(crate) fn at(span: Span, quote: char) -> Diagnostic {
    let what = if quote == '\'' { "character" } else { "string" };
    RULE.at(span, format!("this {what} has no end: add a {quote}"))
        .suggest(format!("add a {quote}"), vec![Edit::insert(span.end as usize, quote)])
}
