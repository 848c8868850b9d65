//! Entries of a manifest in Markdown, for hovers and completions.

use crate::manifest::model::{Entry, Property};
use crate::planner::prompt;

/// An action or a data view, Markdown.
pub fn entry(entry: &Entry, what: &str) -> String {
    let title = if entry.title.is_empty() { &entry.id } else { &entry.title };
    let mut out = format!("**{}** ({what} `{}`)", escaped(title), entry.id);
    if !entry.description.is_empty() {
        out.push_str(&format!("\n\n{}", escaped(&entry.description)));
    }
    let stated = prompt::stated(entry);
    if !stated.is_empty() {
        out.push_str(&format!("\n\n{stated}"));
    }
    if !entry.fields.is_empty() {
        out.push('\n');
    }
    for field in &entry.fields {
        out.push_str(&format!("\n- {}", line(field)));
    }
    out
}

/// A field, Markdown.
pub fn field(field: &Property, action: &str) -> String {
    let title = if field.title.is_empty() { &field.name } else { &field.title };
    let mut out = format!("**{}** (field `{}` of `{action}`)", escaped(title), field.name);
    if !field.description.is_empty() {
        out.push_str(&format!("\n\n{}", escaped(&field.description)));
    }
    let required = if field.required { "required" } else { "optional" };
    out.push_str(&format!("\n\n`{}`, {required}", field.kind_words()));
    if !field.semantic.is_empty() {
        out.push_str(&format!("\n\nmeaning: <{}>", field.semantic.replace(['<', '>', ' '], "")));
    }
    out
}

fn line(field: &Property) -> String {
    let required = if field.required { ", required" } else { "" };
    let semantic = field.semantic_words().map_or_else(String::new, |words| format!(" [{}]", escaped(words)));
    format!("`{}`{semantic}: `{}`{required}", field.name, field.kind_words().replace('`', "'"))
}

/// A text, escaped so that Markdown shows it unchanged on one line.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' => out.push(' '),
            '*' | '_' | '`' | '[' | ']' | '<' | '>' | '\\' | '#' | '!' | '&' | '~' | '|' => {
                out.extend(['\\', c])
            }
            c => out.push(c),
        }
    }
    out
}
