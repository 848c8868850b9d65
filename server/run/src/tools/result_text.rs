//! The result of a tool call as text for the model, shortened to a limit.

use serde_json::{Value, json};

use crate::recording::Outcome;

/// The minimum length of a shortened string, in bytes.
const MIN_LENGTH: usize = 64;

/// The maximum number of strings that are shortened, each time the longest one.
const MAX_STRINGS: usize = 8;

/// The result of a tool call as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultText {
    text: String,
    /// The length before it was shortened, in bytes.
    full_length: usize,
    /// Whether something was cut off.
    is_cut: bool,
}

impl ResultText {
    /// The complete result.
    pub fn of(outcome: Outcome) -> Self {
        let text = match outcome {
            Outcome::Ok(text) => text,
            Outcome::Error(message) => json!({ "error": message }).to_string(),
        };
        Self { full_length: text.len(), text, is_cut: false }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether something was cut off.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Shortens the text to about `limit` bytes, with a note. JSON stays JSON if possible: its longest strings are shortened.
    pub fn cut(self, limit: usize) -> Self {
        if self.text.len() <= limit {
            return self;
        }
        let Self { text, full_length, .. } = self;
        let text = shorter_json(&text, limit).unwrap_or_else(|| beginning(&text, limit, full_length));
        Self { text, full_length, is_cut: true }
    }
}

/// The beginning of a text, with a note about its full length.
fn beginning(text: &str, limit: usize, full_length: usize) -> String {
    let end = text.floor_char_boundary(limit);
    format!("{}\n[cut off here: {full_length} bytes in all]", &text[..end])
}

/// JSON with shortened strings and at most `limit` bytes; `None` if the text is not an object or a list, or if it is not long
/// because of a few strings.
fn shorter_json(text: &str, limit: usize) -> Option<String> {
    if !text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let mut value: Value = serde_json::from_str(text).ok()?;
    let mut text = value.to_string();
    for _ in 0..MAX_STRINGS {
        let over = text.len().saturating_sub(limit);
        if over == 0 {
            break;
        }
        let (longest, written) = longest(&mut value)?;
        if written < 2 * MIN_LENGTH {
            return None;
        }
        let full_length = longest.len();
        // If this is not enough, the next round shortens the text again.
        let kept = longest
            .floor_char_boundary(kept(longest, written.saturating_sub(over + MIN_LENGTH).max(MIN_LENGTH)));
        *longest = beginning(longest, kept, full_length);
        let now = value.to_string();
        if now.len() >= text.len() {
            return None;
        }
        text = now;
    }
    (text.len() <= limit).then_some(text)
}

/// The number of bytes of a string that need at most `room` bytes in JSON.
fn kept(text: &str, room: usize) -> usize {
    let mut taken = 0;
    let end = text.char_indices().find(|(_, c)| {
        taken += written(*c);
        taken > room
    });
    end.map_or(text.len(), |(at, _)| at)
}

/// The number of bytes of a character in JSON.
fn written(c: char) -> usize {
    match c {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        c if u32::from(c) < 0x20 => 6,
        c => c.len_utf8(),
    }
}

/// The longest string of a value, and its length in JSON.
fn longest(value: &mut Value) -> Option<(&mut String, usize)> {
    match value {
        Value::String(text) => {
            let size = text.chars().map(written).sum();
            Some((text, size))
        }
        Value::Array(items) => items.iter_mut().filter_map(longest).max_by_key(|(_, size)| *size),
        Value::Object(members) => members.values_mut().filter_map(longest).max_by_key(|(_, size)| *size),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, limit: usize) -> String {
        ResultText::of(Outcome::Ok(text.to_owned())).cut(limit).text
    }

    #[test]
    fn a_text_is_cut_with_a_note() {
        assert_eq!(cut("ééé", 3), "é\n[cut off here: 6 bytes in all]");
        assert_eq!(cut("ééé", 6), "ééé");
        let error = ResultText::of(Outcome::Error("no".into())).cut(99);
        assert_eq!((error.text(), error.is_cut()), ("{\"error\":\"no\"}", false));
    }

    #[test]
    fn a_text_that_is_cut_twice_has_its_full_length() {
        let twice = ResultText::of(Outcome::Ok("x".repeat(10_000))).cut(5000).cut(100);
        assert!(twice.text().ends_with("[cut off here: 10000 bytes in all]") && twice.is_cut());
    }

    #[test]
    fn json_is_cut_in_its_strings() {
        let long = |text: &str| text.repeat(5000);
        for text in [long("x"), long("\n"), long("\u{1}"), long("é\""), long("\u{1F600}")] {
            let all = json!({ "stdout": text, "stderr": "short", "error": null }).to_string();
            for limit in [300, 1000, 4000] {
                let shorter = cut(&all, limit);
                let value: Value = serde_json::from_str(&shorter).unwrap();
                assert!(shorter.len() <= limit, "{limit}: {}", shorter.len());
                assert!(shorter.len() > limit / 3, "{limit}: {}", shorter.len());
                assert_eq!((&value["stderr"], &value["error"]), (&json!("short"), &Value::Null));
                let stdout = value["stdout"].as_str().unwrap();
                assert!(
                    stdout.ends_with(&format!("[cut off here: {} bytes in all]", text.len())),
                    "{stdout}"
                );
            }
        }
        let both = json!({ "a": long("x"), "b": long("y") }).to_string();
        let value: Value = serde_json::from_str(&cut(&both, 1000)).unwrap();
        assert!(
            value["a"].as_str().unwrap().contains("cut off")
                && value["b"].as_str().unwrap().contains("cut off")
        );
    }

    #[test]
    fn json_without_long_strings_is_cut_as_text() {
        let numbers = json!(vec![1; 10_000]).to_string();
        assert!(cut(&numbers, 100).ends_with("[cut off here: 20001 bytes in all]"));
        assert!(cut("{\"a\": not JSON, but long}", 10).starts_with("{\"a\": not "));
        let many = json!(vec!["x".repeat(200); 1000]).to_string();
        assert!(cut(&many, 1000).ends_with("[cut off here: 203001 bytes in all]"));
        let keys = json!({ "k".repeat(500): 1 }).to_string();
        assert!(cut(&keys, 100).ends_with("bytes in all]"));
    }
}
