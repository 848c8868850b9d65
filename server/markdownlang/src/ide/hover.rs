//! Hovers: functions, keywords, keys of the front matter, keywords of schemas, values, tools and programs.

use agmark_schema::Node as Value;
use agmark_syntax::{Document, Hover, Span, World};

use crate::types::{Shapes, Type};
use crate::vocabulary::schema_keywords::{self, FORMATS, TYPES, holds};
use crate::vocabulary::{KEYS, KEYWORDS, SERVER_KEYS, Word, find, find_function};
use crate::{cross_file, data, resolve};

/// The maximum number of lines of a schema in a hover.
const MAX_LINES: usize = 20;

/// The hover at `offset`.
pub(crate) fn hover(document: &Document, world: &dyn World, offset: usize) -> Option<Hover> {
    let (start, chunk) = document.chunk_at(offset)?;
    let text = document.chunk_text(start, chunk);
    let tree = chunk.tree(&**document.format(), &text)?;
    let at = offset.checked_sub(start)?;
    let node = tree.root_node().descendant_for_byte_range(at, (at + 1).min(text.len()))?;
    let (markdown, span) = match node.kind() {
        "identifier" => {
            let function = find_function(Span::of(node).text(&text))?;
            (format!("```\n{}\n```\n\n{}", function.usage, function.docs), Span::of(node))
        }
        "yaml" => match front(document, at) {
            Some(found) => found,
            None => return imported(document, world, at),
        },
        "dot" | "field" | "variable" => return value(document, offset),
        "text" => {
            return tool(document, &text, at)
                .map(|(m, s)| Hover { markdown: m, span: s.shifted(start) })
                .or_else(|| program(document, world, offset));
        }
        word if !node.is_named() => (about(find(KEYWORDS, word)?), Span::of(node)),
        _ => return None,
    };
    Some(Hover { markdown, span: span.shifted(start) })
}

fn about(word: &Word) -> String {
    format!("```\n{}\n```\n\n{}", word.usage, word.docs)
}

/// The hover of a value.
fn value(document: &Document, offset: usize) -> Option<Hover> {
    let (scope, shapes) = cross_file::types_at(document, offset)?;
    let (span, of, ids) = scope.value?;
    let mut markdown = described(shapes, &of, &ids);
    if of.optional {
        markdown.push_str("\n\nMay be missing.");
    }
    Some(Hover { markdown, span })
}

/// The text for a type, with the schema of its property.
pub(crate) fn described(shapes: &Shapes, of: &Type, ids: &[u32]) -> String {
    let mut out = if of.is_unknown() {
        "Any value: the schema does not limit it.".to_owned()
    } else {
        capital(&of.words())
    };
    for shape in ids.iter().filter_map(|id| shapes.get(*id)) {
        if let Some(description) = shape.json.get("description").and_then(|d| d.as_str()) {
            out.push_str(&format!("\n\n{description}"));
        }
        if let Ok(schema) = serde_json::to_string_pretty(&shape.json) {
            let lines: Vec<&str> = schema.lines().take(MAX_LINES).collect();
            let more = if schema.lines().count() > MAX_LINES { "\n…" } else { "" };
            out.push_str(&format!("\n\n```json\n{}{more}\n```", lines.join("\n")));
        }
    }
    out
}

fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect::<String>() + ".")
}

/// The text for a key, or a type or format, of the front matter. Its chunk is the first, so `at` counts from the start of
/// the document.
fn front(document: &Document, at: usize) -> Option<(String, Span)> {
    let place = data::front(document)?.parsed.root.locate_offset(at);
    let steps: Vec<&str> = place.pointer.split('/').skip(1).collect();
    let (last, parents) = steps.split_last()?;
    if !place.on_key {
        let text = place.node.as_str()?;
        let words = match (*last, parents.last().copied()) {
            ("type", _) => TYPES,
            (item, Some("type")) if item.bytes().all(|b| b.is_ascii_digit()) => TYPES,
            ("format", _) => FORMATS,
            _ => return None,
        };
        return Some((about(find(words, text)?), place.node.span.clone().into()));
    }
    let key = place.key?;
    let word = match steps.as_slice() {
        [top] => find(KEYS, top)?,
        ["mcp_servers", _, key] => find(SERVER_KEYS, key)?,
        ["input" | "output", ..] if is_keyword(parents) => find(schema_keywords::KEYWORDS, last)?,
        _ => return None,
    };
    Some((about(word), key.span.clone().into()))
}

/// Whether a key with these parents is a keyword of a schema, and not the name of a property.
fn is_keyword(parents: &[&str]) -> bool {
    let mut steps = parents.iter().skip(1);
    while let Some(step) = steps.next() {
        match holds(step) {
            Some(schema_keywords::Holds::One) => {}
            Some(_) => {
                if steps.next().is_none() {
                    return false;
                }
            }
            None => return false,
        }
    }
    true
}

/// The text for a tool at `at`.
fn tool(document: &Document, text: &str, at: usize) -> Option<(String, Span)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let start = text
        .get(..at)?
        .rfind(|c| !is_word(c))
        .map_or(0, |i| i + text[i..].chars().next().map_or(1, char::len_utf8));
    let end = text.get(at..)?.find(|c| !is_word(c)).map_or(text.len(), |i| at + i);
    let word = text.get(start..end).filter(|w| !w.is_empty())?;
    let span = Span::new(start, end);
    if word == "python" {
        let words = "Tool `python`: runs Python in a sandbox, without network.\n\nInput: `code`. Output: `stdout`, `stderr` and `error`.";
        return Some((words.to_owned(), span));
    }
    let front = data::front(document)?;
    if let Some(rest) = word.strip_prefix("mcp__") {
        let (server, tool) = rest.split_once("__")?;
        let servers = front.parsed.root.get("mcp_servers").and_then(Value::as_list)?;
        let found = servers.iter().find(|s| s.get("name").and_then(Value::as_str) == Some(server))?;
        let value = |key: &str| found.get(key).and_then(Value::as_str);
        let how = value("command")
            .map(|c| format!("started by `{c}`"))
            .or_else(|| value("url").map(|u| format!("at {u}")))?;
        return Some((format!("Tool `{tool}` of the server `{server}`, {how}."), span));
    }
    None
}

/// The hover of a program that the text mentions.
fn program(document: &Document, world: &dyn World, offset: usize) -> Option<Hover> {
    let (called, span) = resolve::called_at(document, world, offset)?;
    about_program(world, &world.relative(&called.path), span)
}

/// The hover of an imported program, at its path.
fn imported(document: &Document, world: &dyn World, at: usize) -> Option<Hover> {
    let place = data::front(document)?.parsed.root.locate_offset(at);
    let path = place.pointer.starts_with("/imports/").then_some(place.node)?;
    about_program(world, path.as_str()?, path.content_span().into())
}

fn about_program(world: &dyn World, path: &str, span: Span) -> Option<Hover> {
    let other = world.document(path)?;
    let root = &data::front(&other)?.parsed.root;
    let description = root.get("description").and_then(Value::as_str).unwrap_or("No description.");
    let name = root.get("name").and_then(Value::as_str).unwrap_or("without a name");
    let mut markdown = format!("Program `{name}`, {path}\n\n{description}");
    for (title, key) in [("Input", "input"), ("Output", "output")] {
        let schema = root.get(key).map(Value::to_json);
        if let Some(schema) = schema.and_then(|schema| serde_json::to_string_pretty(&schema).ok()) {
            markdown.push_str(&format!("\n\n{title}:\n\n```json\n{schema}\n```"));
        }
    }
    Some(Hover { markdown, span })
}
