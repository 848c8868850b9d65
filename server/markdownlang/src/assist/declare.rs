//! Fixes in the schema for what the body found: declare a field, require it, give it a default.

use agmark_schema::{Member, Node, Style};
use agmark_syntax::{Diagnostic, Document, Edit, Span};

use crate::names;
use crate::own::{self, FrontMatter};
use crate::rules::{may_be_missing, optional_field, undeclared_field};

/// Adds what a change of the schema would mend.
pub(super) fn add_fixes(document: &Document, findings: &mut [Diagnostic]) {
    let Some(front) = own::front(document) else { return };
    for finding in findings {
        let Some(path) = path_at(document, finding.span) else { continue };
        if *finding.rule == undeclared_field::RULE {
            if let Some(edit) = declare(document, front, &path, guess(document, finding.span)) {
                let name = last(&path);
                finding.fixes.push(fix(format!("declare \"{name}\" in the input schema"), edit));
            }
        } else if *finding.rule == optional_field::RULE || *finding.rule == may_be_missing::RULE {
            let name = last(&path);
            if let Some(edit) = require(document, front, &path) {
                finding.fixes.push(fix(format!("add \"{name}\" to \"required\""), edit));
            }
            if let Some(edit) = give_default(front, &path) {
                finding.fixes.push(fix(format!("give \"{name}\" a default"), edit));
            }
        }
    }
}

fn fix(title: String, edit: Edit) -> agmark_syntax::Fix {
    agmark_syntax::Fix { title, edits: vec![edit], safe: false }
}

/// The place in the input of the field that ends where `span` does: `user.name`, `days[].sky`.
fn path_at(document: &Document, span: Span) -> Option<String> {
    let (start, chunk) = document.chunk_at(span.start as usize)?;
    let spaces = [names::INPUT.root, names::INPUT.nested];
    let references = chunk.facts().references.iter().filter(|r| spaces.contains(&r.name.space));
    let mut all = references.filter(|r| span.covers(r.span.shifted(start)));
    all.next_back().map(|r| r.name.text.to_string())
}

/// The steps of a place: names of properties, `[]` for items.
fn steps(path: &str) -> Vec<String> {
    let mut all = Vec::new();
    for part in path.split('.') {
        let name = part.trim_end_matches("[]");
        if !name.is_empty() {
            all.push(name.to_owned());
        }
        for _ in 0..(part.len() - name.len()) / 2 {
            all.push("[]".to_owned());
        }
    }
    all
}

fn last(path: &str) -> String {
    steps(path).into_iter().rfind(|s| s != "[]").unwrap_or_default()
}

/// The schema that holds the last step, and that step.
fn holder<'a>(front: &'a FrontMatter, path: &str) -> Option<(&'a Node, String)> {
    let mut schema = front.parsed.root.get("input")?;
    let root = schema;
    let all = steps(path);
    let (last, parents) = all.split_last()?;
    for step in parents {
        schema = match step.as_str() {
            "[]" => schema.get("items")?,
            name => schema.get("properties")?.get(name)?,
        };
        schema = followed(root, schema)?;
    }
    Some((schema, last.clone()))
}

/// The schema that is meant, where one refers to another.
fn followed<'a>(root: &'a Node, mut schema: &'a Node) -> Option<&'a Node> {
    for _ in 0..MAX_REFERENCES {
        // The children of an alias stand elsewhere; of several schemas it is not known which is meant.
        if schema.style == Style::Alias
            || ["anyOf", "oneOf", "allOf"].iter().any(|key| schema.get(key).is_some())
        {
            return None;
        }
        let Some(reference) = schema.get("$ref") else { return Some(schema) };
        schema = root.at(reference.as_str()?.strip_prefix('#')?)?;
    }
    None
}

/// References that lead from one to the next, at most.
const MAX_REFERENCES: usize = 16;

/// Writes a property into the schema.
fn declare(document: &Document, front: &FrontMatter, path: &str, kind: &str) -> Option<Edit> {
    let (schema, name) = holder(front, path)?;
    let written = format!("{}: {{ type: {kind} }}", crate::convert::scalar(&name));
    match schema.member("properties") {
        Some(properties) => insert_member(document, properties, &written),
        None => {
            let text = format!("properties: {{ {written} }}");
            add_key(document, schema, &text)
        }
    }
}

/// Puts a member behind the others of a map.
fn insert_member(document: &Document, map: &Member, written: &str) -> Option<Edit> {
    let members = &map.value.as_map()?.members;
    match (map.value.style, members.last()) {
        (Style::Flow, Some(last)) => {
            Some(Edit::insert(last.value.span.end.max(last.key.span.end), format!(", {written}")))
        }
        (Style::Flow, None) => Some(Edit::replace(map.value.span.clone().into(), format!("{{ {written} }}"))),
        (Style::Block, Some(last)) => {
            let end = last.value.span.end.max(last.key.span.end);
            Some(Edit::insert(end, format!("\n{}{written}", indent(document, last.key.span.start))))
        }
        _ => None,
    }
}

/// Puts a key behind the others of a schema.
fn add_key(document: &Document, schema: &Node, text: &str) -> Option<Edit> {
    let last = schema.as_map()?.members.last()?;
    let end = last.value.span.end.max(last.key.span.end);
    match schema.style {
        Style::Flow => Some(Edit::insert(end, format!(", {text}"))),
        Style::Block => Some(Edit::insert(end, format!("\n{}{text}", indent(document, last.key.span.start)))),
        _ => None,
    }
}

/// Blanks up to the column of a place.
fn indent(document: &Document, at: usize) -> String {
    let text = document.text();
    let start = text.line_start(text.line_of(at));
    " ".repeat(at - start)
}

fn require(document: &Document, front: &FrontMatter, path: &str) -> Option<Edit> {
    let (schema, name) = holder(front, path)?;
    schema.get("properties")?.get(&name)?;
    let name = crate::convert::scalar(&name);
    let Some(required) = schema.get("required") else {
        return add_key(document, schema, &format!("required: [{name}]"));
    };
    let items = required.as_list()?;
    match (required.style, items.last()) {
        (Style::Flow, Some(last)) => Some(Edit::insert(last.span.end, format!(", {name}"))),
        (Style::Flow, None) => Some(Edit::replace(required.span.clone().into(), format!("[{name}]"))),
        (Style::Block, Some(last)) => {
            let text = document.text();
            let start = text.line_start(text.line_of(last.span.start));
            let lead = text.slice(start..last.span.start).into_owned();
            Some(Edit::insert(last.span.end, format!("\n{lead}{name}")))
        }
        _ => None,
    }
}

fn give_default(front: &FrontMatter, path: &str) -> Option<Edit> {
    let (schema, name) = holder(front, path)?;
    let property = schema.get("properties")?.get(&name)?;
    if property.get("default").is_some() || property.style != Style::Flow {
        return None;
    }
    let first =
        property.get("enum").and_then(Node::as_list).and_then(|all| all.first()).and_then(Node::as_str);
    let value = match (first, property.get("type").and_then(Node::as_str)?) {
        (Some(first), _) => crate::convert::flow_scalar(first),
        (_, "string") => "\"\"".to_owned(),
        (_, "integer" | "number") => "0".to_owned(),
        (_, "boolean") => "false".to_owned(),
        (_, "array") => "[]".to_owned(),
        _ => return None,
    };
    let last = property.as_map()?.members.last()?;
    let end = last.value.span.end.max(last.key.span.end);
    Some(Edit::insert(end, format!(", default: {value}")))
}

/// The type that a field is used as.
fn guess(document: &Document, span: Span) -> &'static str {
    let text = document.text();
    let line = text.line_start(text.line_of(span.start as usize));
    let before = text.slice(line..span.start as usize).into_owned();
    let end = (span.end as usize + 80).min(text.len());
    let after = text.slice(span.end as usize..end).into_owned();
    let action = before.rsplit("{{").next().unwrap_or_default();
    let lead = action.trim_end_matches('.').trim_end();
    let word = lead.rsplit([' ', '(', '-']).find(|w| !w.is_empty()).unwrap_or_default();
    if after.starts_with('.') {
        return "object";
    }
    let rest = after.trim_start();
    let number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    match word {
        "range" | "join" => "array",
        "lt" | "le" | "gt" | "ge" | "eq" | "ne" if number(rest) => "integer",
        "not" => "boolean",
        "if" if rest.starts_with("}}") || rest.starts_with("-}}") => "boolean",
        _ if lead.starts_with("range") => "array",
        _ => "string",
    }
}
