//! Writes lines that are not elements in canonical form.

use crate::syntax::chars::trim;
use crate::vocabulary;

/// The position of a front matter key: the known ones in their order, then all others.
pub fn key_place(key: &str) -> usize {
    vocabulary::KEYS.iter().position(|k| k.name == key).unwrap_or(usize::MAX)
}

/// `key: value`
pub fn meta_line(key: &str, value: &str) -> String {
    let space = if value.is_empty() { "" } else { " " };
    format!("{key}:{space}{value}")
}

/// The text of a content line. More spaces after the first one belong to the text.
pub fn content_text(content: &str) -> &str {
    let text = content.strip_prefix('>').unwrap_or(content);
    text.strip_prefix(' ').unwrap_or(text)
}

/// `> text`
pub fn content_line(content: &str) -> String {
    match content_text(content) {
        "" => ">".to_owned(),
        text => format!("> {text}"),
    }
}

/// The text of a summary line.
pub fn summary_text(content: &str) -> &str {
    trim(content.strip_prefix('~').unwrap_or(content))
}

/// `~ text`
pub fn summary_line(content: &str) -> String {
    match summary_text(content) {
        "" => "~".to_owned(),
        text => format!("~ {text}"),
    }
}
