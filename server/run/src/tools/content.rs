//! What the model is given for a call of a tool.

use serde_json::{Value, json};

use crate::tape::Outcome;

/// A string that is cut keeps at least so many bytes.
const LEAST: usize = 64;

/// So many strings of a result are shortened, each time the longest: what does not fit then is not long because of a
/// few strings.
const ROUNDS: usize = 8;

/// What the model is given for a call, perhaps only its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    text: String,
    /// Bytes before anything was cut off.
    whole: usize,
    /// Whether something was cut off.
    is_cut: bool,
}

impl Content {
    /// All of what came of a call.
    pub fn of(outcome: Outcome) -> Self {
        let text = match outcome {
            Outcome::Ok(text) => text,
            Outcome::Error(message) => json!({ "error": message }).to_string(),
        };
        Self { whole: text.len(), text, is_cut: false }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether something was cut off.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// At most about `limit` bytes of it, with a word about what was cut off. JSON stays JSON where that is possible:
    /// its longest strings are shortened.
    pub fn cut(self, limit: usize) -> Self {
        if self.text.len() <= limit {
            return self;
        }
        let Self { text, whole, .. } = self;
        let text = shorter_json(&text, limit).unwrap_or_else(|| beginning(&text, limit, whole));
        Self { text, whole, is_cut: true }
    }
}

/// The beginning of a text, and how long it was.
fn beginning(text: &str, limit: usize, whole: usize) -> String {
    let end = text.floor_char_boundary(limit);
    format!("{}\n[cut off here: {whole} bytes in all]", &text[..end])
}

/// JSON with its longest strings shortened until it has at most `limit` bytes; nothing for what is not an object or a
/// list, or where strings are not what makes it long.
fn shorter_json(text: &str, limit: usize) -> Option<String> {
    if !text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let mut value: Value = serde_json::from_str(text).ok()?;
    let mut text = value.to_string();
    for _ in 0..ROUNDS {
        let over = text.len().saturating_sub(limit);
        if over == 0 {
            break;
        }
        let (longest, written) = longest(&mut value)?;
        if written < 2 * LEAST {
            return None;
        }
        let whole = longest.len();
        // What is escaped takes more room than it has characters: the rest goes in the next round.
        let kept =
            longest.floor_char_boundary(kept(longest, written.saturating_sub(over + LEAST).max(LEAST)));
        *longest = beginning(longest, kept, whole);
        let now = value.to_string();
        if now.len() >= text.len() {
            return None;
        }
        text = now;
    }
    (text.len() <= limit).then_some(text)
}

/// How many bytes of a string take at most `room` bytes in JSON.
fn kept(text: &str, room: usize) -> usize {
    let mut taken = 0;
    let end = text.char_indices().find(|(_, c)| {
        taken += written(*c);
        taken > room
    });
    end.map_or(text.len(), |(at, _)| at)
}

/// How many bytes a character takes in JSON.
fn written(c: char) -> usize {
    match c {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        c if u32::from(c) < 0x20 => 6,
        c => c.len_utf8(),
    }
}

/// The string of a value that takes the most room in JSON, and how much that is.
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
        Content::of(Outcome::Ok(text.to_owned())).cut(limit).text
    }

    #[test]
    fn a_text_is_cut_with_a_word_about_it() {
        assert_eq!(cut("ééé", 3), "é\n[cut off here: 6 bytes in all]");
        assert_eq!(cut("ééé", 6), "ééé");
        let error = Content::of(Outcome::Error("no".into())).cut(99);
        assert_eq!((error.text(), error.is_cut()), ("{\"error\":\"no\"}", false));
    }

    #[test]
    fn what_is_cut_twice_still_says_how_long_it_was() {
        let twice = Content::of(Outcome::Ok("x".repeat(10_000))).cut(5000).cut(100);
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
                let said = value["stdout"].as_str().unwrap();
                assert!(said.ends_with(&format!("[cut off here: {} bytes in all]", text.len())), "{said}");
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
