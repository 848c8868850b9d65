//! Limits that no value keeps to.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// A lower limit that is greater than the upper one.
pub static RULE: Rule = Rule {
    code: "markdownlang/impossible-limits",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "lower limit greater than the upper limit",
    help: "No value fits such a schema: every input is refused, and the model cannot give a valid reply.",
    bad: &[schemas!("{ type: string, minLength: 5, maxLength: 2 }")],
    good: &[schemas!("{ type: string, minLength: 2, maxLength: 5 }")],
};

/// Lower and upper limits that belong together, and whether a value may be both.
pub(crate) const PAIRS: [(&str, &str, Touch); 8] = [
    ("minLength", "maxLength", Touch::Fits),
    ("minItems", "maxItems", Touch::Fits),
    ("minProperties", "maxProperties", Touch::Fits),
    ("minContains", "maxContains", Touch::Fits),
    ("minimum", "maximum", Touch::Fits),
    ("exclusiveMinimum", "maximum", Touch::Fails),
    ("minimum", "exclusiveMaximum", Touch::Fails),
    ("exclusiveMinimum", "exclusiveMaximum", Touch::Fails),
];

/// Whether a value may be equal to both limits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Touch {
    Fits,
    Fails,
}

/// At the lower limit.
pub(crate) fn at(span: Span, lower: &str, upper: &str, other: Span) -> Diagnostic {
    RULE.at(span, format!("\"{lower}\" leaves no room below \"{upper}\": no value fits"))
        .related(other, "the upper limit")
}
