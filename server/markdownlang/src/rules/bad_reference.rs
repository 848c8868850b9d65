//! References in schemas.

use agmark_syntax::nearest::Suggestion;
use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// A `$ref` that leads nowhere.
pub static RULE: Rule = Rule {
    code: "markdownlang/bad-reference",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "`$ref` to an undefined schema",
    help: "`$ref` leads to a schema within the same one: `#/$defs/city`, or `#city` for one with \
           `$anchor: city`. Nothing is read from other files, and nothing is fetched.",
    bad: &[schemas!("{ type: object, properties: { city: { $ref: '#/$defs/city' } } }")],
    good: &[schemas!(
        "{ type: object, properties: { city: { $ref: '#/$defs/city' } }, $defs: { city: { type: string } } }"
    )],
};

/// At the reference.
pub(crate) fn at(span: Span, reference: &str, near: Option<Suggestion>) -> Diagnostic {
    if !reference.starts_with('#') {
        let words = format!(
            "\"{reference}\" leads out of the schema, and nothing is fetched: copy what it means to \"$defs\""
        );
        return RULE.at(span, words);
    }
    RULE.at(span, format!("\"{reference}\" leads nowhere in this schema")).nearest(span, near)
}
