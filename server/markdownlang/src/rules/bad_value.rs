//! Values in schemas.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// A default, an example or a value of `enum` that does not fit its own schema.
pub static RULE: Rule = Rule {
    code: "markdownlang/bad-value",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "value that does not fit its own schema",
    help: "The values of `default`, `const`, `enum` and `examples` must fit the rest of the schema. A run \
           refuses a default that does not fit, and no input can have a value of `enum` of another type.",
    bad: &[
        schemas!("{ type: object, properties: { days: { type: integer, default: many } } }"),
        schemas!("{ type: string, enum: [red, 7] }"),
    ],
    good: &[
        schemas!("{ type: object, properties: { days: { type: integer, default: 7 } } }"),
        schemas!("{ type: string, enum: [red, \"7\"] }"),
    ],
};

/// At the value of `keyword`.
pub(crate) fn at(span: Span, keyword: &str, why: &str) -> Diagnostic {
    RULE.at(span, format!("this value of \"{keyword}\" does not fit its own schema: {why}"))
}
