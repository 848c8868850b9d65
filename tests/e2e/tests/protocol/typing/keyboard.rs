//! A text as a person types it in an editor that closes brackets and quotes.

use serde_json::{Value, json};

/// The brackets and quotes that the editor closes.
const PAIRS: [(char, char); 4] = [('(', ')'), ('[', ']'), ('{', '}'), ('"', '"')];

/// What one key does to the text.
#[derive(Debug)]
pub struct Key {
    /// The text afterwards.
    pub text: String,
    /// The change, as the protocol has it; none where the key only moves over what the editor has written.
    pub change: Option<Value>,
    /// Whether it ends a line, or the text.
    pub ends_line: bool,
}

/// The keys by which `wanted` comes about between `before` and `after`.
pub fn keys(before: &str, wanted: &str, after: &str) -> Vec<Key> {
    let mut typed = before.to_owned();
    // What the editor has written after the cursor; the last one is the nearest.
    let mut closing: Vec<char> = Vec::new();
    let mut keys = Vec::new();
    for c in wanted.chars() {
        let at = position(&typed);
        let ends_line = c == '\n';
        if closing.last() == Some(&c) {
            closing.pop();
            typed.push(c);
            keys.push(Key { text: whole(&typed, &closing, after), change: None, ends_line });
            continue;
        }
        // A quote that the line does not need is taken away.
        let lone = ends_line && closing.last() == Some(&'"');
        let mut end = at.clone();
        if lone {
            closing.pop();
            end["character"] = json!(end["character"].as_u64().unwrap_or(0) + 1);
        }
        let mut inserted = c.to_string();
        let word = typed.chars().last().is_some_and(|before| before.is_alphanumeric() || before == '"');
        typed.push(c);
        if let Some((_, close)) = PAIRS.iter().find(|(open, _)| *open == c)
            && !(c == '"' && word)
            && is_free(&closing, after)
        {
            closing.push(*close);
            inserted.push(*close);
        }
        let change = json!([{ "range": { "start": at, "end": end }, "text": inserted }]);
        keys.push(Key { text: whole(&typed, &closing, after), change: Some(change), ends_line });
    }
    if !closing.is_empty() {
        let at = position(&typed);
        let mut end = at.clone();
        end["character"] = json!(end["character"].as_u64().unwrap_or(0) + closing.len() as u64);
        let change = json!([{ "range": { "start": at, "end": end }, "text": "" }]);
        keys.push(Key { text: whole(&typed, &[], after), change: Some(change), ends_line: true });
    }
    if let Some(last) = keys.last_mut() {
        last.ends_line = true;
    }
    keys
}

/// An editor closes a bracket where no word follows.
fn is_free(closing: &[char], after: &str) -> bool {
    !closing.is_empty() || after.chars().next().is_none_or(char::is_whitespace)
}

fn whole(typed: &str, closing: &[char], after: &str) -> String {
    let closing: String = closing.iter().rev().collect();
    format!("{typed}{closing}{after}")
}

fn position(text: &str) -> Value {
    agmark_tests::place::position(text, text.len())
}

#[test]
fn brackets_are_closed_and_typed_over() {
    let texts: Vec<_> = keys("", "a[\"b\"]\n", "").into_iter().map(|key| key.text).collect();
    assert_eq!(texts, ["a", "a[]", "a[\"\"]", "a[\"b\"]", "a[\"b\"]", "a[\"b\"]", "a[\"b\"]\n"]);
    let texts: Vec<_> = keys("", "{\n}", "").into_iter().map(|key| key.text).collect();
    assert_eq!(texts, ["{}", "{\n}", "{\n}"]);
    let texts: Vec<_> = keys("x\n", "5\" (", "\ny\n").into_iter().map(|key| key.text).collect();
    assert_eq!(texts, ["x\n5\ny\n", "x\n5\"\ny\n", "x\n5\" \ny\n", "x\n5\" ()\ny\n", "x\n5\" (\ny\n"]);
}
