//! Patterns.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// An invalid regular expression.
pub static RULE: Rule = Rule {
    code: "markdownlang/bad-pattern",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "invalid regular expression",
    help: "`pattern`, and the names in `patternProperties`, are regular expressions of JavaScript. In YAML, \
           write them in single quotes: there a backslash is a backslash.",
    bad: &[schemas!("{ type: string, pattern: '^[a-z' }")],
    good: &[schemas!("{ type: string, pattern: '^[a-z]' }")],
};

/// At the pattern.
pub(crate) fn at(span: Span, pattern: &str) -> Diagnostic {
    let shown = agmark_schema::shown(pattern);
    RULE.at(
        span,
        format!(
            "invalid regular expression \"{shown}\": look for brackets that are not closed, or escape them"
        ),
    )
}
