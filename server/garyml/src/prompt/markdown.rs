//! A prompt as Markdown: a heading for each directive, commands as a list.

use std::fmt::Write as _;

use super::model::{Block, Gathered, Piece, words};
use crate::ast::{Content, ContentKind, NodeKind, Value};

/// The deepest level of headings.
const DEEPEST: usize = 6;

pub(super) fn write(gathered: &Gathered) -> String {
    let mut out = String::new();
    gathered.blocks.iter().for_each(|b| block(b, 1, &mut out));
    out.truncate(out.trim_end().len());
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

fn block(block: &Block, level: usize, out: &mut String) {
    if block.node.kind == NodeKind::Command {
        return command(block, 0, out);
    }
    let node = &block.node;
    let title = title(block);
    let _ = writeln!(out, "{} {title}\n", "#".repeat(level.min(DEEPEST)));
    let shown =
        |key: &str| matches!((node.name.as_str(), key), (_, "id") | ("Documentation" | "Section", "title"));
    let facts: Vec<String> = node
        .params
        .iter()
        .filter(|(key, value)| !shown(key) && *value != Value::Null)
        .map(|(key, value)| format!("{key}: {}", inline(value)))
        .collect();
    if !facts.is_empty() {
        let _ = writeln!(out, "*{}*\n", facts.join(", "));
    }
    let (first, pieces) = block.pieces();
    if node.has_content() {
        write_contents(block, first, out);
    } else if let Some(text) = block.content_text() {
        fence(text, block.language(), out);
    }
    let mut in_list = false;
    for piece in pieces {
        let command = matches!(piece, Piece::Block(child) if child.node.kind == NodeKind::Command);
        if in_list && !command {
            out.push('\n');
        }
        in_list = command;
        match piece {
            Piece::Text(contents) => write_contents(block, contents, out),
            Piece::Block(child) => self::block(child, level + 1, out),
        }
    }
    if in_list {
        out.push('\n');
    }
}

fn write_contents(block: &Block, contents: &[Content], out: &mut String) {
    let fenced = block.node.is("Context") || block.node.is("Diff");
    for content in contents {
        let language = if fenced { block.language() } else { content.language.as_deref().unwrap_or("") };
        content_text(content, fenced, language, out);
    }
}

/// `Context: notes`.
fn title(block: &Block) -> String {
    let node = &block.node;
    let name = words(&node.name, ' ');
    let mut letters = name.chars();
    let name: String = letters.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(letters).collect();
    let given = match node.name.as_str() {
        "Documentation" | "Section" => node.text("title"),
        _ => node.id(),
    };
    match given {
        Some(given) if node.is("Section") => line(given),
        Some(given) => format!("{name}: {}", line(given)),
        None => name,
    }
}

fn content_text(content: &Content, fenced: bool, language: &str, out: &mut String) {
    match content.kind {
        ContentKind::Ref => {
            let _ = writeln!(out, "See \"{}\".\n", content.value);
        }
        ContentKind::Code => fence(&content.value, language, out),
        _ if fenced => fence(&content.value, language, out),
        _ => {
            let _ = writeln!(out, "{}\n", content.value.trim_end());
        }
    }
}

/// A command with its parameters, as a list item.
fn command(block: &Block, level: usize, out: &mut String) {
    let node = &block.node;
    let indent = "  ".repeat(level);
    let _ = write!(out, "{indent}- `.{}`", node.name);
    let mut contents = node.contents.iter();
    match contents.next() {
        Some(content) if content.kind == ContentKind::Ref => {
            let _ = write!(out, ": see \"{}\"", content.value);
        }
        Some(content) => {
            let _ = write!(out, ": {}", indented(&content.value, level + 1));
        }
        None => {}
    }
    out.push('\n');
    for content in contents {
        let _ = writeln!(out, "\n{indent}  {}\n", indented(&content.value, level + 1));
    }
    node.params.iter().for_each(|(key, value)| parameter(key, value, level + 1, out));
    block.children.iter().map(|child| &child.block).for_each(|child| match child.node.kind {
        NodeKind::Command => command(child, level + 1, out),
        NodeKind::Directive => self::block(child, DEEPEST, out),
    });
}

fn parameter(key: &str, value: &Value, level: usize, out: &mut String) {
    let indent = "  ".repeat(level);
    match value {
        Value::Map(params) => {
            let _ = writeln!(out, "{indent}- {key}:");
            params.iter().for_each(|(key, value)| parameter(key, value, level + 1, out));
        }
        Value::Null => {
            let _ = writeln!(out, "{indent}- {key}");
        }
        value => {
            let _ = writeln!(out, "{indent}- {key}: {}", indented(&inline(value), level + 1));
        }
    }
}

fn inline(value: &Value) -> String {
    match value {
        Value::Ref(id) => format!("see \"{id}\""),
        Value::List(items) => items.iter().map(inline).collect::<Vec<_>>().join(", "),
        Value::Map(params) => {
            let one = |(key, value): &(String, Value)| format!("{key}: {}", inline(value));
            params.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        plain => plain.shown(),
    }
}

/// Lines that belong to an item of a list.
fn indented(text: &str, level: usize) -> String {
    text.trim_end().replace('\n', &format!("\n{}", "  ".repeat(level)))
}

/// A fenced block; the fence is longer than any in the text.
fn fence(text: &str, language: &str, out: &mut String) {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let _ = writeln!(out, "{fence}{language}\n{}\n{fence}\n", text.trim_end_matches(['\n', '\r']));
}

fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
