//! Schemas without a type.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

/// A schema that does not say what the value is.
pub static RULE: Rule = Rule {
    code: "markdownlang/missing-type",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "schema without a type",
    help: "Every schema needs a `type`. Without one, a number fits a schema that limits a length, and model \
           APIs refuse such schemas. `{}` allows anything. `$ref`, `anyOf`, `oneOf` and `allOf` give the type \
           elsewhere.",
    bad: &[schemas!("{ type: object, properties: { city: { description: Where } } }")],
    good: &[schemas!("{ type: object, properties: { city: { type: string, description: Where } } }")],
};

/// At the schema's key, or its first line. `guess` is the type that the rest of it speaks of, with what writes it.
pub(crate) fn at(span: Span, guess: Option<(&str, Edit)>) -> Diagnostic {
    let finding =
        RULE.at(span, "this schema has no \"type\": say what the value is, or write {} for anything");
    match guess {
        Some((kind, edit)) => finding.suggest(format!("add \"type: {kind}\""), vec![edit]),
        None => finding,
    }
}
