//! Schemas that are none.

use agmark_schema::validate::Invalid;
use agmark_schema::{Node, Value};
use agmark_syntax::nearest::suggestion;
use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity};

use crate::vocabulary::schema_keywords::TYPES;

/// An invalid JSON Schema.
pub static RULE: Rule = Rule {
    code: "markdownlang/invalid-schema",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "invalid JSON Schema",
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

/// At `type: null`, which YAML takes for no value at all.
pub(crate) fn null_type(schema: &Node, invalid: &Invalid) -> Diagnostic {
    let finding = at(schema, &Invalid { message: NULL_TYPE.to_owned(), near: None, ..invalid.clone() });
    let node = schema.at(&invalid.pointer).filter(|node| !node.span.is_empty());
    match node {
        Some(node) => {
            finding.suggest("put it in quotes", vec![Edit::replace(node.span.clone().into(), "\"null\"")])
        }
        None => finding,
    }
}

/// What is said of the type null without quotes.
const NULL_TYPE: &str = "null is written in quotes here, \"null\"";

/// At the type that is none, in a list of them.
pub(crate) fn in_types(types: &Node, invalid: &Invalid) -> Diagnostic {
    let all = types.as_list().unwrap_or_default();
    let names = || TYPES.iter().map(|word| word.name);
    let Some(wrong) = all.iter().find(|one| !one.as_str().is_some_and(|name| names().any(|n| n == name)))
    else {
        return RULE.at(types.span.clone().into(), format!("\"type\": {}", invalid.message));
    };
    let message = match (&wrong.value, wrong.as_str()) {
        (Value::Null, _) => "\"type\": null is written in quotes here, \"null\"".to_owned(),
        (_, Some(name)) => format!("\"type\": unknown type \"{name}\""),
        _ => format!("\"type\": expected the name of a type, found {}", wrong.kind()),
    };
    let finding = RULE.at(wrong.span.clone().into(), message);
    if wrong.value == Value::Null && !wrong.span.is_empty() {
        return finding
            .suggest("put it in quotes", vec![Edit::replace(wrong.span.clone().into(), "\"null\"")]);
    }
    let used = |name: &str| all.iter().any(|one| one.as_str() == Some(name));
    let near = wrong.as_str().and_then(|name| suggestion(name, names(), used));
    finding.nearest(wrong.content_span().into(), near)
}
