//! Front matter: YAML between two lines `---` at the very start.

use std::collections::HashMap;

use agmark_schema::{Member, Node, ProblemKind, Style, Value as Yaml, yaml};

use crate::ast::{Content, OwnedBlock, Value};
use crate::convert::converted::Loss;
use crate::convert::stand_ins::FRONT_MATTER;
use crate::lexical::line::is_name;
use crate::parser::Lines;

/// The blocks of a front matter, its losses, and its end.
pub fn read(markdown: &str) -> (Vec<OwnedBlock>, Vec<Loss>, usize) {
    let none = (Vec::new(), Vec::new(), 0);
    let Some((body, end)) = body(markdown) else { return none };
    let body = &*crate::lexical::line::without_carriage_returns(body.trim_end_matches(['\r', '\n']));
    let parsed = yaml::parse(body);
    let Some(map) = parsed.root.as_map().filter(|map| !map.members.is_empty()) else { return none };
    let raw =
        |text: &str| OwnedBlock::new("raw", Content::Fenced(text.to_owned())).with_attr("type", FRONT_MATTER);
    if !parsed.complete || parsed.problems.iter().any(|problem| problem.kind != ProblemKind::DuplicateKey) {
        return (vec![raw(body)], Vec::new(), end);
    }
    let mut meta = OwnedBlock::new("meta", Content::Empty);
    let lines = Lines::of(body);
    let (mut rest, mut losses) = (String::new(), Vec::new());
    let starts: Vec<usize> = map.iter().map(|member| line_start(body, member.key.span.start)).collect();
    let last: HashMap<&str, usize> = map.keys().enumerate().map(|(index, key)| (key, index)).collect();
    lose_comments(&body[..starts.first().copied().unwrap_or(0)], 2, &mut losses);
    for (index, member) in map.iter().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(body.len());
        let line = lines.number(starts[index]) + 1;
        let key = &member.key.text;
        let written = &body[starts[index]..end];
        let Some(value) = scalar(member, body) else {
            rest.push_str(written.trim_end_matches('\n'));
            rest.push('\n');
            continue;
        };
        lose_comments(&body[member.value.span.end..end], line, &mut losses);
        if last.get(key.as_str()) != Some(&index) {
            // A repeated key has its last value, as in most YAML parsers.
            let what = format!("\"{}\" of the front matter: duplicate key \"{key}\"", written.trim());
            losses.push(Loss { line, what });
        } else {
            meta = meta.with_attr(key.as_str(), value);
        }
    }
    let mut blocks = Vec::new();
    if !meta.attrs.is_empty() {
        blocks.push(meta);
    }
    if !rest.is_empty() {
        blocks.push(raw(rest.trim_end_matches('\n')));
    }
    (blocks, losses, end)
}

/// The text between the two lines, and the end of the second one.
fn body(markdown: &str) -> Option<(&str, usize)> {
    let first = markdown.split_inclusive('\n').next().filter(|line| line.trim_end() == "---")?;
    let mut at = first.len();
    for line in markdown[first.len()..].split_inclusive('\n') {
        if matches!(line.trim_end(), "---" | "...") {
            return Some((&markdown[first.len()..at], at + line.len()));
        }
        at += line.len();
    }
    None
}

fn line_start(body: &str, at: usize) -> usize {
    body[..at].rfind('\n').map_or(0, |line| line + 1)
}

/// The value of a member, if an attribute can express it.
fn scalar(member: &Member, body: &str) -> Option<Value<'static>> {
    let Member { key, value } = member;
    let name = !key.text.is_empty() && key.text.bytes().all(is_name);
    let written = body.get(value.span.clone())?;
    let plain = matches!(value.style, Style::Plain | Style::SingleQuoted | Style::DoubleQuoted);
    if !name || !plain || body[key.span.end..value.span.start].contains(['&', '!', '\n']) {
        return None;
    }
    match value {
        Node { value: Yaml::Bool(value), .. } => Some((*value).into()),
        Node { value: Yaml::String(text), .. } if !text.contains(['\n', '\r']) => Some(text.as_str().into()),
        Node { value: Yaml::Number(_), .. } => Some(Value::read(written).into_owned()),
        _ => None,
    }
}

/// Reports lost comments. `line` is the line of the start of the text.
fn lose_comments(text: &str, line: usize, losses: &mut Vec<Loss>) {
    for (index, text) in text.split('\n').enumerate().filter(|(_, text)| text.trim_start().starts_with('#')) {
        let what = format!("the comment \"{}\" of the front matter", text.trim());
        losses.push(Loss { line: line + index, what });
    }
}

/// A front matter with these attributes and lines.
pub fn write<'a>(attributes: impl Iterator<Item = (&'a str, Value<'a>)>, rest: &str) -> String {
    let mut out = "---\n".to_owned();
    for (key, value) in attributes {
        out.push_str(&format!("{key}: {}\n", written(&value)));
    }
    out.push_str(rest);
    if !rest.is_empty() {
        out.push('\n');
    }
    out.push_str("---");
    out
}

/// A value as YAML, with quotes if it would be read as another value without them.
fn written(value: &Value<'_>) -> String {
    let Value::Text(text) = value else { return value.to_string() };
    let line = format!("k: {text}");
    let parsed = yaml::parse(&line);
    let same = parsed.problems.is_empty()
        && parsed.root.as_map().is_some_and(|map| {
            matches!(map.members.as_slice(), [member] if scalar(member, &line).as_ref() == Some(value)
                && member.value.style == Style::Plain && member.value.span.end == line.len())
        });
    if same { text.clone().into_owned() } else { serde_json::Value::from(&**text).to_string() }
}
