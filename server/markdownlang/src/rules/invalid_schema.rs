//! An invalid JSON Schema.

use agmark_schema::validate::Invalid;
use agmark_schema::{Node, Value};
use agmark_syntax::nearest::suggestion;
use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::front_matter::schema_context::RootSchema;
use crate::vocabulary::find;
use crate::vocabulary::schema_keywords::TYPES;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
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
    },
    check: Check::RootSchema(check),
};

const NULL_TYPE: &str = "null must be in quotes: \"null\"";

fn check(schema: &RootSchema<'_>, out: &mut Vec<Diagnostic>) {
    for error in &schema.errors {
        let types = error.pointer.strip_suffix("/type").and_then(|_| schema.node.at(&error.pointer));
        out.push(match types {
            Some(types) if types.as_list().is_some() => in_types(types, error),
            Some(one) if one.value == Value::Null => null_type(schema.node, one, error),
            _ => at(schema.node, error.message.clone(), error),
        });
    }
}

/// At the part that the meta-schema does not allow.
fn at(schema: &Node, message: String, error: &Invalid) -> Diagnostic {
    let (node, key) = schema.locate(&error.pointer).unwrap_or((schema, None));
    let lead = key.map_or_else(String::new, |key| format!("\"{}\": ", key.text));
    let span = key.filter(|_| node.span.is_empty()).map_or(&node.span, |key| &key.span);
    RULE.at(span.clone().into(), format!("{lead}{message}")).nearest(node.content_span().into(), error.near)
}

/// At `type: null`, which YAML reads as a missing value.
fn null_type(schema: &Node, node: &Node, error: &Invalid) -> Diagnostic {
    let error = Invalid { near: None, ..error.clone() };
    in_quotes(at(schema, NULL_TYPE.to_owned(), &error), node)
}

fn in_quotes(diagnostic: Diagnostic, node: &Node) -> Diagnostic {
    if node.span.is_empty() {
        return diagnostic;
    }
    diagnostic.suggest("put it in quotes", vec![Edit::replace(node.span.clone().into(), "\"null\"")])
}

/// At the invalid type in a list of types.
fn in_types(types: &Node, error: &Invalid) -> Diagnostic {
    let all = types.as_list().unwrap_or_default();
    let is_type = |node: &Node| node.as_str().is_some_and(|name| find(TYPES, name).is_some());
    let Some(wrong) = all.iter().find(|one| !is_type(one)) else {
        return RULE.at(types.span.clone().into(), format!("\"type\": {}", error.message));
    };
    let span = wrong.span.clone().into();
    match (&wrong.value, wrong.as_str()) {
        (Value::Null, _) => in_quotes(RULE.at(span, format!("\"type\": {NULL_TYPE}")), wrong),
        (_, Some(name)) => {
            let used = |name: &str| all.iter().any(|one| one.as_str() == Some(name));
            let near = suggestion(name, TYPES.iter().map(|word| word.name), used);
            RULE.at(span, format!("\"type\": unknown type \"{name}\""))
                .nearest(wrong.content_span().into(), near)
        }
        _ => RULE.at(span, format!("\"type\": expected the name of a type, found {}", wrong.kind())),
    }
}
