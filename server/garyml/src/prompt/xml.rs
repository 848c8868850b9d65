//! A prompt as well-formed XML with unchanged code.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::model::{Block, Gathered, Piece, words};
use crate::ast::{Content, ContentKind, NodeKind, Value};

pub(super) fn write(gathered: &Gathered) -> String {
    let mut out = String::from("<prompt");
    if let Some(version) = &gathered.version {
        let _ = write!(out, " version=\"{}\"", escape(version));
    }
    out.push_str(">\n");
    gathered.blocks.iter().for_each(|b| block(b, &mut out));
    out.push_str("</prompt>\n");
    out
}

fn block(block: &Block, out: &mut String) {
    let node = &block.node;
    let (tag, named) = match (node.kind, node.documented) {
        (NodeKind::Directive, _) => (words(&node.name, '_'), None),
        (NodeKind::Command, true) => ("definition".to_owned(), Some(&node.name)),
        (NodeKind::Command, false) => ("command".to_owned(), Some(&node.name)),
    };
    let _ = write!(out, "<{tag}");
    if let Some(name) = named {
        let _ = write!(out, " name=\"{}\"", escape(name));
    }
    let directive = node.kind == NodeKind::Directive;
    let is_attribute =
        |value: &Value| directive && matches!(value, Value::Bool(_) | Value::Number(_) | Value::Text(_));
    for (key, value) in node.params.iter().filter(|(_, value)| is_attribute(value)) {
        let _ = write!(out, " {key}=\"{}\"", escape(&value.shown()));
    }
    let rest: Vec<_> = node.params.iter().filter(|(_, value)| !is_attribute(value)).collect();
    let (first, pieces) = block.pieces();
    let content = content_text(block, first);
    if rest.is_empty() && content.is_empty() && block.children.is_empty() {
        out.push_str("/>\n");
        return;
    }
    let one_line = rest.is_empty() && block.children.is_empty() && !content.contains('\n');
    out.push_str(if one_line { ">" } else { ">\n" });
    out.push_str(&content);
    if !one_line && !content.is_empty() && !content.ends_with('\n') {
        out.push('\n');
    }
    rest.into_iter().for_each(|(key, value)| parameter(Some(key), value, out));
    for piece in pieces {
        match piece {
            Piece::Text(contents) => {
                let _ = writeln!(out, "{}", joined(contents).trim_end_matches('\n'));
            }
            Piece::Block(child) => self::block(child, out),
        }
    }
    let _ = writeln!(out, "</{tag}>");
}

/// The text before the children of a block, or that of its file.
fn content_text(block: &Block, first: &[Content]) -> String {
    if block.node.has_content() {
        return joined(first);
    }
    block.file.as_deref().map(|text| data(text.trim_end()).into_owned()).unwrap_or_default()
}

fn joined(contents: &[Content]) -> String {
    contents.iter().map(content).collect::<Vec<_>>().join("\n\n")
}

fn content(content: &Content) -> String {
    match content.kind {
        ContentKind::Ref => format!("<ref id=\"{}\"/>", escape(&content.value)),
        _ => data(&content.value).into_owned(),
    }
}

fn parameter(key: Option<&str>, value: &Value, out: &mut String) {
    let tag = if key.is_some() { "param" } else { "item" };
    let name = key.map(|key| format!(" name=\"{}\"", escape(key))).unwrap_or_default();
    match value {
        Value::Null => {
            let _ = writeln!(out, "<{tag}{name}/>");
        }
        Value::Ref(id) => {
            let _ = writeln!(out, "<{tag}{name} ref=\"{}\"/>", escape(id));
        }
        Value::List(items) => {
            let _ = writeln!(out, "<{tag}{name}>");
            items.iter().for_each(|item| parameter(None, item, out));
            let _ = writeln!(out, "</{tag}>");
        }
        Value::Map(params) => {
            let _ = writeln!(out, "<{tag}{name}>");
            params.iter().for_each(|(key, value)| parameter(Some(key), value, out));
            let _ = writeln!(out, "</{tag}>");
        }
        plain => {
            let _ = writeln!(out, "<{tag}{name}>{}</{tag}>", data(&plain.shown()));
        }
    }
}

/// Text between tags; text with markup is a CDATA section.
fn data(text: &str) -> Cow<'_, str> {
    if !text.contains(['<', '&']) && !text.contains("]]>") {
        return allowed(text);
    }
    Cow::Owned(format!("<![CDATA[{}]]>", allowed(text).replace("]]>", "]]]]><![CDATA[>")))
}

/// A text in quotes.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in allowed(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            c => out.push(c),
        }
    }
    out
}

/// Replaces characters that XML must not contain with the replacement character.
fn allowed(text: &str) -> Cow<'_, str> {
    let bad = |c: char| {
        (c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r')) || matches!(c, '\u{fffe}' | '\u{ffff}')
    };
    if text.contains(bad) { Cow::Owned(text.replace(bad, "\u{fffd}")) } else { Cow::Borrowed(text) }
}
