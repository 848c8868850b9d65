//! Kinds of values.

use agmark_schema::{Node, Style, Value};
use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity};

/// A value of the wrong kind in the front matter.
pub static RULE: Rule = Rule {
    code: "markdownlang/wrong-type",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "wrong type of value in the front matter",
    help: "`name`, `description` and `model` are strings, `input` and `output` are mappings (JSON Schema), \
           `imports` is a list of paths, `mcp_servers` is a list of mappings. Put a number or a word like \
           `true` in quotes if it is text.",
    bad: &[importing!("./almanac.md")],
    good: &[importing!("[./almanac.md]", "almanac.md" => "almanac")],
};

/// At the value of `key`, which is to be `wanted` ("a string").
pub(crate) fn at(key: &str, value: &Node, wanted: &str) -> Diagnostic {
    let span = value.span.clone().into();
    if value.style == Style::Absent {
        return RULE.at(span, format!("\"{key}\" is empty: write {wanted}"));
    }
    let kind = match value.value {
        Value::Map(_) => "a mapping",
        Value::List(_) => "a list",
        _ => value.kind(),
    };
    let finding = RULE.at(span, format!("\"{key}\" is {kind}: write {wanted}"));
    match value.value {
        // A word that YAML takes for something else.
        Value::Null | Value::Bool(_) | Value::Number(_) if wanted == "a string" => finding.suggest(
            "put it in quotes",
            vec![Edit::insert(value.span.start, "\""), Edit::insert(value.span.end, "\"")],
        ),
        _ => finding,
    }
}
