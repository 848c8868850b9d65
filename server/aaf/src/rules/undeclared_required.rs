//! A required property that the schema does not declare.

use std::collections::HashSet;

use agmark_schema::{Node, shown};
use agmark_syntax::{Awaits, CheckedRule, Diagnostic, FixKind, Rule, Severity, nearest, work};

use super::check::Check;
use super::schema::Schema;
use crate::manifest::check::step;
use crate::manifest::members::members;
use crate::syntax::template;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/undeclared-required",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "name in `required` that is missing in `properties`",
        help: "A required argument that the schema does not describe cannot be given: the planner does not know \
               its type, and no field of the page belongs to it.",
        bad: &[include_str!("../../samples/required/bad.json")],
        good: &[include_str!("../../samples/required/good.json")],
    },
    check: Check::Schema(check),
};

/// How many undeclared names of an object get a suggestion: each is compared with all properties.
const MAX_SUGGESTIONS: usize = 64;

/// Keywords with which a schema may declare properties elsewhere.
const OPEN: [&str; 7] =
    ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "patternProperties", "additionalProperties"];

fn check(schema: &Schema<'_>, out: &mut Vec<Diagnostic>) {
    if !schema.broken {
        object(schema.node, &schema.pointer, out);
    }
}

/// Checks an object and those in it. The tree bounds the depth.
fn object(schema: &Node, pointer: &str, out: &mut Vec<Diagnostic>) {
    let properties = schema.get("properties");
    let is_open = |word: &&str| schema.get(word).is_some_and(|value| value.as_bool() != Some(false));
    if !OPEN.iter().any(is_open) {
        required(schema, pointer, properties, out);
    }
    for member in members(properties) {
        object(&member.value, &step(&step(pointer, "properties"), &member.key.text), out);
    }
    if let Some(items) = schema.get("items") {
        object(items, &step(pointer, "items"), out);
    }
}

fn required(schema: &Node, pointer: &str, properties: Option<&Node>, out: &mut Vec<Diagnostic>) {
    let names: HashSet<&str> = members(properties).iter().map(|member| member.key.text.as_str()).collect();
    let all = schema.get("required").and_then(Node::as_list).unwrap_or_default();
    let required: HashSet<&str> = all.iter().filter_map(Node::as_str).collect();
    let mut undeclared = 0;
    for (number, item) in all.iter().enumerate() {
        let name = item.as_str().filter(|name| !names.contains(name) && !template::is_dynamic(name));
        let Some(name) = name else { continue };
        let span = item.content_span().into();
        let place = shown(&format!("{pointer}/required/{number}"));
        let message = format!("{place}: \"{}\" is required but not among the properties", shown(name));
        let used = |other: &str| required.contains(other);
        let near = || nearest::suggestion(name, names.iter().copied(), used);
        let near = if undeclared < MAX_SUGGESTIONS { near() } else { None };
        undeclared += 1;
        work::add(1);
        let finding = RULE.at(span, message).nearest(span, near);
        out.push(finding.awaiting(Awaits::Within(schema.span.clone().into())));
    }
}
