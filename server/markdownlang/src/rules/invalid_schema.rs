//! Schemas that are none.

use agmark_schema::Node;
use agmark_schema::validate::Invalid;
use agmark_syntax::{Diagnostic, Rule, Severity};

/// What is no JSON Schema.
pub static RULE: Rule = Rule {
    code: "markdownlang/invalid-schema",
    severity: Severity::Error,
    summary: "what is no JSON Schema",
    help: "`input` and `output` are schemas of JSON Schema 2020-12: `type` is one of `null`, `boolean`, \
           `object`, `array`, `number`, `integer`, `string`, or a list of them; `properties` holds schemas by \
           name, `required` is a list of names, lengths and counts are whole numbers.",
    bad: &[
        schemas!("{ type: text }"),
        schemas!("{ type: object, required: city }"),
        schemas!("{ type: object, properties: { city: string } }"),
    ],
    good: &[
        schemas!("{ type: string }"),
        schemas!("{ type: object, properties: { city: { type: string } }, required: [city] }"),
    ],
};

/// At what the meta-schema does not allow.
pub(crate) fn at(schema: &Node, invalid: &Invalid) -> Diagnostic {
    let (node, key) = schema.locate(&invalid.pointer).unwrap_or((schema, None));
    let lead = key.map_or_else(String::new, |key| format!("\"{}\": ", key.text));
    let span = if node.span.is_empty() {
        key.map_or(node.span.clone(), |k| k.span.clone())
    } else {
        node.span.clone()
    };
    RULE.at(span.into(), format!("{lead}{}", invalid.message))
        .nearest(node.content_span().into(), invalid.near)
}
