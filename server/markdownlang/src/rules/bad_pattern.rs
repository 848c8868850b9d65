//! Patterns.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// A pattern that is no regular expression.
pub static RULE: Rule = Rule {
    code: "markdownlang/bad-pattern",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "invalid regular expression",
    help: "`pattern`, and the names in `patternProperties`, are regular expressions as JavaScript has them. In \
           YAML they stand best in single quotes, in which a backslash is a backslash.",
    bad: &[schemas!("{ type: string, pattern: '^[a-z' }")],
    good: &[schemas!("{ type: string, pattern: '^[a-z]' }")],
};

/// At the pattern.
pub(crate) fn at(span: Span, pattern: &str) -> Diagnostic {
    let shown = agmark_schema::shown(pattern);
    RULE.at(
        span,
        format!(
            "\"{shown}\" is no regular expression: look for brackets that are not closed, or escape them"
        ),
    )
}
