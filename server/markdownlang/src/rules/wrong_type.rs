//! A value of the wrong type in the front matter.

use agmark_schema::{Member, Node, Style, Value};
use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::front_matter::context::FrontMatterContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/wrong-type",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "wrong type of value in the front matter",
        help: "`name`, `description` and `model` are strings, `input` and `output` are mappings (JSON Schema), \
           `imports` is a list of paths, `mcp_servers` is a list of mappings. Put a number or a word like \
           `true` in quotes if it is text.",
        bad: &[importing!("./almanac.md")],
        good: &[importing!("[./almanac.md]", "almanac.md" => "almanac")],
    },
    check: Check::FrontMatter(check),
};

/// A key with the type of its value, in words, and whether a value has this type.
type KeyType = (&'static str, &'static str, fn(&Node) -> bool);

const PROGRAM_KEYS: [KeyType; 7] = [
    ("name", "a string", is_string),
    ("description", "a string", is_string),
    ("model", "a string", is_string),
    ("input", "a JSON Schema as a mapping", is_map),
    ("output", "a JSON Schema as a mapping", is_map),
    ("imports", "a list of paths, [./other.md]", is_list),
    ("mcp_servers", "a list of servers, [{ name: …, command: … }]", is_list),
];

const SERVER_KEYS: [KeyType; 7] = [
    ("name", "a string", is_string),
    ("command", "a string", is_string),
    ("url", "a string", is_string),
    ("args", "a list of strings", |node| node.as_list().is_some_and(|list| list.iter().all(is_scalar))),
    ("env", "a mapping of variables to strings", is_map_of_scalars),
    ("headers", "a mapping of headers to strings", is_map_of_scalars),
    ("disabled", "true or false", |node| node.as_bool().is_some()),
];

fn is_string(node: &Node) -> bool {
    node.as_str().is_some()
}

fn is_list(node: &Node) -> bool {
    node.as_list().is_some()
}

fn is_map(node: &Node) -> bool {
    node.as_map().is_some()
}

/// Whether a value can be used as a string: numbers and booleans are used as they are written.
fn is_scalar(node: &Node) -> bool {
    !is_map(node) && !is_list(node)
}

fn is_map_of_scalars(node: &Node) -> bool {
    node.as_map().is_some_and(|map| map.iter().all(|member| is_scalar(&member.value)))
}

fn check(context: &FrontMatterContext<'_>, out: &mut Vec<Diagnostic>) {
    let root = &context.parsed.root;
    if !is_map(root) && !root.is_missing() && root.style != Style::Absent && context.parsed.complete {
        out.push(at("front matter", root, "keys with their values"));
    }
    check_members(context.members(), &PROGRAM_KEYS, out);
    for (key, expected, is_valid) in [
        ("imports", "a string", is_string as fn(&Node) -> bool),
        ("mcp_servers", "a mapping, { name: …, command: … }", is_map),
    ] {
        let invalid = context.items(key).filter(|item| !is_valid(item));
        out.extend(invalid.map(|item| at(key, item, expected)));
    }
    for server in context.servers() {
        check_members(server.members(), &SERVER_KEYS, out);
    }
}

fn check_members<'a>(
    members: impl Iterator<Item = &'a Member>,
    types: &[KeyType],
    out: &mut Vec<Diagnostic>,
) {
    for member in members {
        let key_type = types.iter().find(|(key, ..)| *key == member.key.text);
        if let Some((key, expected, _)) = key_type.filter(|(.., is_valid)| !is_valid(&member.value)) {
            out.push(at(key, &member.value, expected));
        }
    }
}

/// At the value of `key`, which must be `expected` ("a string").
fn at(key: &str, value: &Node, expected: &str) -> Diagnostic {
    let span = value.span.clone().into();
    if value.style == Style::Absent {
        return RULE.at(span, format!("\"{key}\" is empty: write {expected}"));
    }
    let kind = match value.value {
        Value::Map(_) => "a mapping",
        Value::List(_) => "a list",
        _ => value.kind(),
    };
    let diagnostic = RULE.at(span, format!("\"{key}\" is {kind}: write {expected}"));
    match value.value {
        // A word that YAML does not read as a string.
        Value::Null | Value::Bool(_) | Value::Number(_) if expected == "a string" => diagnostic.suggest(
            "put it in quotes",
            vec![Edit::insert(value.span.start, "\""), Edit::insert(value.span.end, "\"")],
        ),
        _ => diagnostic,
    }
}
