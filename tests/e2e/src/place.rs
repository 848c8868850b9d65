//! Places in a text, as the protocol says them.

use serde_json::{Value, json};

/// The position of the byte `offset`, with columns in UTF-16 units.
pub fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |i| i + 1);
    json!({
        "line": before.matches('\n').count(),
        "character": text[start..offset].encode_utf16().count(),
    })
}

/// The position one character into the first occurrence of `needle`.
///
/// # Panics
/// When `needle` does not occur: a mistake in the test.
pub fn inside(text: &str, needle: &str) -> Value {
    position(text, find(text, needle) + needle.chars().next().map_or(0, char::len_utf8))
}

/// The range of the first occurrence of `needle`.
///
/// # Panics
/// As [`inside`].
pub fn range(text: &str, needle: &str) -> Value {
    let start = find(text, needle);
    json!({ "start": position(text, start), "end": position(text, start + needle.len()) })
}

/// What a range covers.
///
/// # Panics
/// When it is no range of the text.
pub fn covered<'a>(text: &'a str, range: &Value) -> &'a str {
    &text[offset(text, &range["start"])..offset(text, &range["end"])]
}

/// The text after edits that do not overlap.
///
/// # Panics
/// When `edits` is no list of text edits.
pub fn applied(text: &str, edits: &Value) -> String {
    let mut edits: Vec<_> = edits.as_array().expect("a list of edits").iter().collect();
    edits.sort_by_key(|e| std::cmp::Reverse(offset(text, &e["range"]["start"])));
    let mut out = text.to_owned();
    for edit in edits {
        let (start, end) = (offset(text, &edit["range"]["start"]), offset(text, &edit["range"]["end"]));
        out.replace_range(start..end, edit["newText"].as_str().expect("a new text"));
    }
    out
}

fn find(text: &str, needle: &str) -> usize {
    text.find(needle).unwrap_or_else(|| panic!("no {needle:?} in:\n{text}"))
}

fn offset(text: &str, position: &Value) -> usize {
    let number = |key: &str| position[key].as_u64().unwrap_or_else(|| panic!("no position: {position}"));
    let start: usize = text.split_inclusive('\n').take(number("line") as usize).map(str::len).sum();
    let mut left = number("character") as usize;
    for (at, c) in text[start..].char_indices() {
        if left == 0 {
            return start + at;
        }
        assert!(c != '\n' && left >= c.len_utf16(), "{position} is no place in:\n{text}");
        left -= c.len_utf16();
    }
    text.len()
}
