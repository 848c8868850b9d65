//! What a skill takes and gives, from its lists and its prose.

use super::stated::{self, Kind, Stated};
use serde_json::Value as Json;

/// A parameter of a skill.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameter {
    pub name: String,
    pub description: String,
    pub required: bool,
    pub kind: Kind,
    /// From `(json, xml, text)`.
    pub choices: Vec<Json>,
    pub default: Option<Json>,
}

impl Parameter {
    /// How a template reaches it.
    pub(super) fn field(&self) -> String {
        super::field(&self.name)
    }
}

/// The type of a parameter whose text states none, as its name and description suggest.
fn suggested(name: &str, description: &str) -> Kind {
    let name = name.to_ascii_lowercase();
    let said = description.to_ascii_lowercase();
    let is = |words: &[&str]| {
        words
            .iter()
            .any(|w| name == *w || name.ends_with(&format!("_{w}")) || name.ends_with(&format!("-{w}")))
    };
    let says =
        |words: &[&str]| words.iter().any(|w| said.split(|c: char| !c.is_alphanumeric()).any(|s| s == *w));
    if is(&["url", "uri", "link"]) {
        Kind::text("uri")
    } else if is(&["email"]) {
        Kind::text("email")
    } else if is(&["date"]) {
        Kind::text("date")
    } else if is(&["count", "limit", "max", "min", "number", "n", "port", "year", "words", "lines"])
        || said.starts_with("number of")
        || says(&["integer"])
    {
        Kind::INTEGER
    } else if says(&["boolean", "whether", "flag"]) {
        Kind::BOOLEAN
    } else if says(&["list", "array"]) {
        Kind::ARRAY
    } else {
        Kind::STRING
    }
}

/// The parameters that a text lists, and the text without the list.
pub(super) fn parameters(body: &str) -> (Vec<Parameter>, String) {
    let lines: Vec<&str> = body.split_inclusive('\n').collect();
    let heads = ["parameters", "arguments", "inputs", "input", "args"];
    let is_head = |line: &str| {
        let bare = line
            .trim()
            .trim_start_matches('#')
            .trim()
            .trim_matches('*')
            .trim_end_matches(':')
            .trim_matches('*');
        let marked = line.trim_start().starts_with('#') || line.trim().trim_end_matches('*').ends_with(':');
        marked && heads.contains(&bare.trim().to_ascii_lowercase().as_str())
    };
    let mut found: Vec<Parameter> = Vec::new();
    let mut kept = String::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        if is_head(line) {
            let mut next = at + 1;
            while lines.get(next).is_some_and(|l| l.trim().is_empty()) {
                next += 1;
            }
            let first = next;
            let mut again = String::new();
            while let Some(one) = lines.get(next).and_then(|l| parameter(l)) {
                // A schema has each property once: what is said of one again stays in the text.
                match found.iter().any(|other| other.name == one.name) {
                    true => again.push_str(lines[next]),
                    false => found.push(one),
                }
                next += 1;
            }
            kept.push_str(&again);
            if next > first {
                // One blank line is left between what stood around the list.
                while lines.get(next).is_some_and(|l| l.trim().is_empty()) {
                    next += 1;
                }
                at = next;
                continue;
            }
        }
        kept.push_str(line);
        at += 1;
    }
    if kept.contains("$ARGUMENTS") && !found.iter().any(|p| p.name == "arguments") {
        found.push(Parameter {
            name: "arguments".to_owned(),
            description: "What was typed after the command".to_owned(),
            required: true,
            kind: Kind::STRING,
            choices: Vec::new(),
            default: None,
        });
    }
    (found, kept)
}

/// `- name (required): What it is (a, b, c)`.
fn parameter(line: &str) -> Option<Parameter> {
    let item = line.trim_start().strip_prefix(['-', '*', '+'])?.trim();
    let end =
        item.find([':', '(']).or_else(|| item.find(" - ")).or_else(|| item.find(" – ")).unwrap_or(item.len());
    let name = item[..end].trim().trim_matches(['`', '*', '"', '<', '>', '{', '}', '$']);
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')) {
        return None;
    }
    let Stated { kind, choices, default, required, description } = stated::read(&item[end..]);
    let suggested = suggested(name, &description);
    // What is stated counts; what is only guessed gives way to it.
    let (kind, default) = match (kind, default) {
        (Some(kind), default) => (kind, default.and_then(|default| default.as_a(kind))),
        (None, Some(default)) if choices.is_empty() => match default.as_a(suggested) {
            Some(fitting) if suggested != Kind::STRING => (suggested, Some(fitting)),
            _ => (default.kind(), default.as_a(default.kind())),
        },
        (None, default) if !choices.is_empty() => {
            (Kind::STRING, default.and_then(|default| default.as_a(Kind::STRING)))
        }
        (None, _) => (suggested, None),
    };
    let fitting: Option<Vec<Json>> = choices.iter().map(|choice| choice.as_a(kind)).collect();
    let choices = fitting.unwrap_or_default();
    let default = match default {
        // Such a default would not fit the schema. The description still has it.
        Some(stated) if !choices.is_empty() && !choices.contains(&stated) => None,
        Some(stated) => Some(stated),
        None if required || stated::speaks_of_default(&description) => None,
        None => choices.first().cloned(),
    };
    Some(Parameter { name: name.to_owned(), description, required, kind, choices, default })
}

/// The names of what a text says it returns: `returns the status and content`.
pub(super) fn returned(body: &str) -> Vec<String> {
    let lower = body.to_ascii_lowercase();
    let at = ["returns ", "return "].iter().find_map(|word| lower.find(word).map(|at| at + word.len()));
    let Some(rest) = at.and_then(|at| body.get(at..)) else { return vec!["result".to_owned()] };
    let sentence = rest.split(['.', '\n', ':', '(', ';']).next().unwrap_or_default();
    let mut names: Vec<String> = Vec::new();
    for part in sentence.replace(" and ", ",").split(',') {
        let words: Vec<&str> = part
            .split_whitespace()
            .filter(|w| !["the", "a", "an", "its", "their", "all"].contains(&w.to_ascii_lowercase().as_str()))
            .collect();
        let [one] = words.as_slice() else { continue };
        let name: String = one
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect::<String>()
            .to_ascii_lowercase();
        if !name.is_empty() && name != "json" && !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() { vec!["result".to_owned()] } else { names }
}
