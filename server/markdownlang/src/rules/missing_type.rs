//! A schema without a type.

use agmark_schema::{Node, Style, Value};
use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::front_matter::schema_context::SchemaContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/missing-type",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "schema without a type",
        help: "Every schema needs a `type`. Without one, a number fits a schema that limits a length, and model \
           APIs refuse such schemas. `{}` allows anything. `$ref`, `anyOf`, `oneOf` and `allOf` give the type \
           elsewhere.",
        bad: &[schemas!("{ type: object, properties: { city: { description: Where } } }")],
        good: &[schemas!("{ type: object, properties: { city: { type: string, description: Where } } }")],
    },
    check: Check::Schema(check),
};

/// The keywords that give a type.
const TYPE_KEYWORDS: [&str; 6] = ["type", "$ref", "$dynamicRef", "anyOf", "oneOf", "allOf"];

fn check(schema: &SchemaContext<'_>, out: &mut Vec<Diagnostic>) {
    let has_type = || TYPE_KEYWORDS.iter().any(|key| schema.node.get(key).is_some());
    if !schema.needs_type || schema.map.members.is_empty() || has_type() {
        return;
    }
    let diagnostic = RULE.at(schema.label, "missing \"type\": add it, or write {} to allow any value");
    let kind = suggested_type(schema.node);
    out.push(match insert_type(schema, kind) {
        Some(edit) => diagnostic.suggest(format!("add \"type: {kind}\""), vec![edit]),
        None => diagnostic,
    });
}

/// The type that the other keywords of a schema suggest.
fn suggested_type(schema: &Node) -> &'static str {
    let has = |keys: &[&str]| keys.iter().any(|key| schema.get(key).is_some());
    let values =
        || schema.get("enum").and_then(Node::as_list).unwrap_or_default().iter().chain(schema.get("default"));
    let all = |is: fn(&Value) -> bool| values().next().is_some() && values().all(|v| is(&v.value));
    if has(&["properties", "required", "additionalProperties", "patternProperties"]) {
        "object"
    } else if has(&["items", "prefixItems", "minItems", "maxItems", "uniqueItems"]) {
        "array"
    } else if has(&["minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"]) {
        "number"
    } else if all(|v| matches!(v, Value::Bool(_))) {
        "boolean"
    } else if all(|v| matches!(v, Value::Number(n) if !n.is_f64())) {
        "integer"
    } else if all(|v| matches!(v, Value::Number(_))) {
        "number"
    } else {
        "string"
    }
}

/// The edit that adds a type before the other keywords.
fn insert_type(schema: &SchemaContext<'_>, kind: &str) -> Option<Edit> {
    let at = schema.map.members.first()?.key.span.start;
    let text = match schema.node.style {
        Style::Flow => format!("type: {kind}, "),
        _ => {
            let line = schema.text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
            format!("type: {kind}\n{}", " ".repeat(at - line))
        }
    };
    Some(Edit::insert(at, text))
}
