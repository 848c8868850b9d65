//! Completions in the front matter: keys and their values.

use agmark_schema::Node;
use agmark_syntax::{Completion, Document, Span, SymbolKind, World, completion_list};

use super::entry::{escaped, offer, word};
use crate::convert;
use crate::data;
use crate::ide::cursor::front_matter::{YamlPosition, position};
use crate::names::program_name_error;
use crate::rules::schema_dialect::DIALECT;
use crate::syntax::yaml_text;
use crate::vocabulary::schema_keywords::{FORMATS, Holds, KEYWORDS, TYPES, holds};
use crate::vocabulary::{KEYS, MODELS, SERVER_KEYS};

/// The number of bytes of a list after the cursor that are read.
const MAX_LIST: usize = 4 << 10;

/// The kind of value at a path.
#[derive(Clone, Copy, PartialEq)]
enum ValueKind {
    Program,
    Schema,
    /// Schemas by name.
    Schemas,
    /// A list of schemas.
    List,
    Server,
    Other,
}

pub(super) fn complete(
    document: &Document,
    world: &dyn World,
    content: Span,
    offset: usize,
) -> Vec<Completion> {
    let start = content.start as usize;
    let text = document.text().slice(start..offset);
    let place = position(&text);
    let rest = document.text().slice(offset..content.end as usize);
    let line = rest.lines().next().unwrap_or_default();
    let typed = text.get(place.word..).unwrap_or_default();
    // A blank must follow the colon.
    if !place.on_key && typed.ends_with(':') {
        return Vec::new();
    }
    // The closing quote is not replaced.
    let quote = typed.chars().next().filter(|c| matches!(c, '"' | '\''));
    let ends = |c: char| c.is_whitespace() || "{}[],:".contains(c) || Some(c) == quote;
    let length = line.find(ends).unwrap_or(line.len());
    let span = Span::new(start + place.word, offset + length);
    if span.is_empty() && !is_free(&text, line, place.on_key) {
        return Vec::new();
    }
    if place.on_key {
        // With a colon after it, the key has a value already.
        let alone = !line.get(length..).is_some_and(|after| after.trim_start().starts_with(':'));
        keys(document, &place, span, alone)
    } else {
        values(document, world, &place, span, &text)
    }
}

/// Whether a word can start between a text and the rest of its line.
fn is_free(before: &str, rest: &str, is_key: bool) -> bool {
    let rest = rest.trim_start();
    let ends = rest.is_empty() || rest.starts_with([',', ']', '}', '#']);
    // After a value comes a comma or a line end.
    let before = before.trim_end_matches(' ');
    let begins = before.is_empty() || before.ends_with([':', ',', '[', '{', '-', '\n']);
    ends && (begins || is_key)
}

fn value_kind(path: &[String]) -> ValueKind {
    let mut value_kind = ValueKind::Program;
    for step in path {
        value_kind = match (value_kind, step.as_str()) {
            (ValueKind::Program, "input" | "output") => ValueKind::Schema,
            (ValueKind::Program, "mcp_servers") => ValueKind::Server,
            (ValueKind::Server, "[]") => ValueKind::Server,
            (ValueKind::Schema, key) => match holds(key) {
                Some(Holds::One) => ValueKind::Schema,
                Some(Holds::Map) => ValueKind::Schemas,
                Some(Holds::List) => ValueKind::List,
                None => ValueKind::Other,
            },
            (ValueKind::Schemas, _) | (ValueKind::List, "[]") => ValueKind::Schema,
            _ => ValueKind::Other,
        };
    }
    value_kind
}

fn keys(document: &Document, place: &YamlPosition, span: Span, alone: bool) -> Vec<Completion> {
    let present = present(document, &place.path, span.start as usize);
    let here = value_kind(&place.path);
    let words = match here {
        ValueKind::Program => KEYS,
        ValueKind::Schema => KEYWORDS,
        ValueKind::Server if place.path.last().is_some_and(|step| step == "[]") => SERVER_KEYS,
        _ => return Vec::new(),
    };
    let new = words.iter().filter(|w| !present.iter().any(|key| key == w.name));
    new.map(|w| {
        let mut one = word(w, SymbolKind::Property, span, w.name);
        if alone {
            one.edit.text = match value_snippet(here, w.name, place.flow) {
                Some(snippet) => format!("{}: {snippet}", escaped(w.name)),
                None => format!("{}: ", escaped(w.name)),
            };
            one.snippet = true;
        }
        one
    })
    .collect()
}

/// The snippet for the value of a key.
fn value_snippet(value_kind: ValueKind, key: &str, flow: bool) -> Option<&'static str> {
    Some(match (value_kind, key, flow) {
        (ValueKind::Program, "input" | "output", false) => {
            "\n  type: object\n  properties:\n    ${1:name}: { type: ${2:string} \\}\n  required: [${1:name}]"
        }
        (ValueKind::Program, "imports", false) => "\n  - ${1:./other.md}",
        (ValueKind::Program, "mcp_servers", false) => {
            "\n  - name: ${1:files}\n    command: ${2:npx}\n    args: [${3}]"
        }
        (_, "properties" | "patternProperties" | "$defs", _) => "{ ${1:name}: { type: ${2:string} \\} \\}",
        (_, "items" | "contains" | "additionalProperties", _) => "{ type: ${1:string} \\}",
        (_, "required" | "enum" | "examples" | "args", _) => "[$1]",
        (_, "anyOf" | "oneOf" | "allOf" | "prefixItems", _) => "[{ type: ${1:string} \\}]",
        (_, "env", _) => "{ ${1:KEY}: ${2:value} \\}",
        (ValueKind::Server, "headers", _) => "{ Authorization: \"Bearer \\${${1:TOKEN}\\}\" \\}",
        _ => return None,
    })
}

/// The keys of the mapping at a path, if the front matter can be read.
fn present(document: &Document, path: &[String], offset: usize) -> Vec<String> {
    let map = node_at(document, path, offset).and_then(Node::as_map);
    map.into_iter().flat_map(|map| map.keys()).map(str::to_owned).collect()
}

/// The node at a path. In a list, the item with `offset`.
fn node_at<'a>(document: &'a Document, path: &[String], offset: usize) -> Option<&'a Node> {
    path.iter().try_fold(&data::front(document)?.parsed.root, |node, step| match node.as_list() {
        // The last one that begins before it.
        Some(items) if step == "[]" => items.iter().rev().find(|item| item.span.start < offset),
        _ => node.get(step),
    })
}

/// The values of the key at a position, or of an item of its list. Values that the list contains are not offered again.
fn values(
    document: &Document,
    world: &dyn World,
    place: &YamlPosition,
    span: Span,
    text: &str,
) -> Vec<Completion> {
    let mut all = of_value(document, world, place, span, text);
    let Some((_, list)) = place.path.split_last().filter(|(last, _)| *last == "[]") else { return all };
    let offset = span.start as usize;
    if let Some(open) = text.rfind('[').filter(|_| place.flow) {
        // An unfinished list in brackets cannot be parsed.
        let end = span.end as usize;
        let rest = document.text().slice(end..document.text().floor(end + MAX_LIST));
        let rest = rest.split([']', '\n']).next().unwrap_or("");
        let items = format!("{}{rest}", text.get(open + 1..).unwrap_or(""));
        completion_list::remove_given(
            &mut all,
            completion_list::other_entries(&items, text.len() - open - 1, ','),
            bare,
        );
    } else if let Some(list) = node_at(document, list, offset) {
        completion_list::remove_given(&mut all, list.other_texts(offset), bare);
    }
    all
}

/// An item of a list without its quotes; paths may begin with `./`.
fn bare(item: &str) -> &str {
    let item = item.trim_matches(['"', '\'']);
    item.strip_prefix("./").unwrap_or(item)
}

fn of_value(
    document: &Document,
    world: &dyn World,
    place: &YamlPosition,
    span: Span,
    text: &str,
) -> Vec<Completion> {
    let typed = text.get(place.word..).unwrap_or_default();
    let quoted = typed.starts_with(['"', '\'']);
    // With its quotes.
    let end = span.end as usize;
    let closed = quoted
        && typed.starts_with(&*document.text().slice(end..document.text().floor(end + 1)))
        && end < document.text().len();
    let whole = Span { end: span.end + u32::from(closed), ..span };
    let Some((last, parents)) = place.path.split_last() else { return Vec::new() };
    let (key, parents) = match (last.as_str(), parents.split_last()) {
        ("[]", Some((key, parents))) => (key.as_str(), parents),
        _ => (last.as_str(), parents),
    };
    if place.path.first().is_some_and(|first| first == "mcp_servers")
        && let Some(name) = variable_name(document, span, text, place.word)
    {
        return environment(name);
    }
    let plain = |words| vocabulary_words(words, unquoted(span, quoted), quoted);
    match (value_kind(parents), key) {
        (ValueKind::Program, "model") => plain(MODELS),
        (ValueKind::Program, "imports") => {
            files(world, unquoted(span, quoted), typed.trim_start_matches(['"', '\'']))
        }
        (ValueKind::Schema, "type") => plain(TYPES),
        (ValueKind::Schema, "format") => plain(FORMATS),
        (ValueKind::Schema, "$schema") => {
            vec![offer(DIALECT, SymbolKind::Constant, unquoted(span, quoted), DIALECT)]
        }
        (ValueKind::Schema, "$ref") => references(document, place, whole),
        (ValueKind::Schema, "required") => properties(document, parents, unquoted(span, quoted)),
        (ValueKind::Schema, "default" | "const" | "enum" | "examples") => {
            let values = allowed_values(document, parents, key);
            values.iter().map(|w| offer(w, SymbolKind::Constant, whole, w)).collect()
        }
        (
            ValueKind::Schema,
            "uniqueItems"
            | "deprecated"
            | "readOnly"
            | "writeOnly"
            | "additionalProperties"
            | "items"
            | "unevaluatedProperties"
            | "unevaluatedItems",
        )
        | (ValueKind::Server, "disabled") => {
            ["true", "false"].iter().map(|w| offer(w, SymbolKind::Constant, whole, w)).collect()
        }
        (ValueKind::Program, "name") => {
            let stem = world.path().and_then(|path| path.file_stem()).map(|s| s.to_string_lossy());
            let name = convert::program_name(&stem.unwrap_or_default());
            program_name_error(&name)
                .is_none()
                .then(|| offer(&name, SymbolKind::Module, unquoted(span, quoted), &name))
                .into_iter()
                .collect()
        }
        (ValueKind::Server, "command") => ["npx", "uvx", "docker", "node", "python3"]
            .iter()
            .map(|w| offer(w, SymbolKind::String, unquoted(span, quoted), w))
            .collect(),
        _ => Vec::new(),
    }
}

/// The span of the name in `${NAME` before the cursor, with what follows of it. Nothing if the cursor is not in one.
fn variable_name(document: &Document, span: Span, text: &str, word: usize) -> Option<Span> {
    let at = text.rfind("${").filter(|at| !text[*at..].contains(['}', ' ', '\n']))?;
    let start = span.start as usize + text.len().saturating_sub(word);
    let after = document.text().slice(start..document.text().floor(start + 256)).into_owned();
    let name = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(after.len());
    // The editor may have inserted the closing brace.
    let closed = after.get(name..).is_some_and(|rest| rest.starts_with('}'));
    Some(Span::new(start - (text.len() - at), start + name + usize::from(closed)))
}

/// Words of the vocabulary as values. `null` is quoted, because it is a type here.
fn vocabulary_words(words: &'static [crate::vocabulary::Word], span: Span, quoted: bool) -> Vec<Completion> {
    let text = |name: &str| if name == "null" && !quoted { "\"null\"".to_owned() } else { name.to_owned() };
    words.iter().map(|w| word(w, SymbolKind::EnumMember, span, &text(w.name))).collect()
}

/// Without the quote before the word.
fn unquoted(span: Span, quoted: bool) -> Span {
    Span { start: span.start + u32::from(quoted), ..span }
}

/// The names of the variables of the environment, without their values.
fn environment(span: Span) -> Vec<Completion> {
    let mut names: Vec<String> =
        std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()).collect();
    names.sort();
    names
        .iter()
        .map(|name| offer(&format!("${{{name}}}"), SymbolKind::Variable, span, &format!("${{{name}}}")))
        .collect()
}

/// The Markdown files and folders in the typed folder.
fn files(world: &dyn World, span: Span, typed: &str) -> Vec<Completion> {
    let folder = typed.rfind('/').map_or("", |at| &typed[..at]);
    let lead = if folder.is_empty() { "./".to_owned() } else { format!("{folder}/") };
    let own = world.path().and_then(|p| p.file_name()).map(|n| n.to_string_lossy().into_owned());
    let mut all = Vec::new();
    for entry in world.entries(if folder.is_empty() { "." } else { folder }) {
        let path = format!("{lead}{}", entry.name);
        if entry.is_folder {
            all.push(offer(&format!("{path}/"), SymbolKind::File, span, &format!("{path}/")));
        } else if entry.name.ends_with(".md") && !(lead == "./" && Some(&entry.name) == own.as_ref()) {
            let mut one = offer(&path, SymbolKind::File, span, &path);
            if let Some(name) =
                world.summaries(&path).iter().find_map(|(_, s)| s.get::<data::FileSummary>()?.name.clone())
            {
                one.detail = format!("program {name}");
            }
            all.push(one);
        }
    }
    // Programs first.
    all.sort_by_key(|one| one.detail.is_empty());
    if lead == "./" {
        all.push(offer("../", SymbolKind::File, span, "../"));
    }
    all
}

fn references(document: &Document, place: &YamlPosition, span: Span) -> Vec<Completion> {
    let Some(front) = data::front(document) else { return Vec::new() };
    let root = place.path.first().and_then(|key| front.parsed.root.get(key));
    let defs = root.and_then(|r| r.get("$defs")).and_then(Node::as_map);
    let names = defs.into_iter().flatten().map(|m| format!("\"#/$defs/{}\"", m.key.text));
    names.map(|name| offer(&name, SymbolKind::Struct, span, &name)).collect()
}

/// The schema at a path; `None` in lists, because the item is not known.
fn schema_at<'a>(document: &'a Document, path: &[String]) -> Option<&'a Node> {
    path.iter().try_fold(&data::front(document)?.parsed.root, |node, step| node.get(step))
}

/// The values that a schema allows, as YAML: those of `enum`, or simple values of its types.
fn allowed_values(document: &Document, path: &[String], key: &str) -> Vec<String> {
    let Some(schema) = schema_at(document, path) else { return Vec::new() };
    let listed = schema.get("enum").and_then(Node::as_list).unwrap_or_default();
    if key != "enum" && !listed.is_empty() {
        return listed.iter().map(|value| yaml_text::flow(&value.to_json())).collect();
    }
    let types = schema.get("type");
    let one = types.and_then(Node::as_str).into_iter();
    let many = types.and_then(Node::as_list).unwrap_or_default().iter().filter_map(Node::as_str);
    let values = one.chain(many).flat_map(|kind| match kind {
        "boolean" => ["true", "false"].as_slice(),
        "null" => &["null"],
        // Empty values are useful only as defaults.
        _ if key != "default" => &[],
        "array" => &["[]"],
        "object" => &["{}"],
        "integer" | "number" => &["0"],
        "string" => &["\"\""],
        _ => &[],
    });
    values.map(|value| (*value).to_owned()).collect()
}

/// The properties of the schema that contains `required`.
fn properties(document: &Document, path: &[String], span: Span) -> Vec<Completion> {
    let Some(node) = schema_at(document, path) else { return Vec::new() };
    let properties = node.get("properties").and_then(Node::as_map).into_iter().flatten();
    properties.map(|m| offer(&m.key.text, SymbolKind::Property, span, &m.key.text)).collect()
}
