//! The JSON in a reply. Small models put it into a code fence, or after their thoughts.

use serde_json::Value;

/// The tags around the thoughts of a model.
const THOUGHTS: [(&str, &str); 3] =
    [("<think>", "</think>"), ("<thinking>", "</thinking>"), ("<thought>", "</thought>")];

/// The value of a reply: its whole text, or the text without thoughts and without a code fence around it.
///
/// # Errors
/// If it is not JSON.
pub fn value(text: &str) -> serde_json::Result<Value> {
    let text = text.trim();
    serde_json::from_str(text).or_else(|error| {
        let bare = without_fence(without_thoughts(text));
        if bare.len() == text.len() { Err(error) } else { serde_json::from_str(bare) }
    })
}

/// The text after the thoughts. Some servers omit the opening tag, because the prompt ends with it.
fn without_thoughts(text: &str) -> &str {
    for (open, close) in THOUGHTS {
        let begins = text.starts_with(open);
        if let Some((before, after)) = text.split_once(close)
            && (begins || !before.contains(['{', '[', '"']))
        {
            return after.trim();
        }
        if begins {
            return "";
        }
    }
    text
}

/// The text in a code fence, if the fence is around the whole text.
fn without_fence(text: &str) -> &str {
    let ticks = text.len() - text.trim_start_matches('`').len();
    let (fence, rest) = text.split_at(ticks);
    if ticks < 3 {
        return text;
    }
    let Some(inside) = rest.strip_suffix(fence) else { return text };
    // The first line is the language.
    match inside.split_once('\n') {
        Some((word, inside)) if is_language(word.trim()) => inside.trim(),
        _ => inside.trim(),
    }
}

fn is_language(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_alphanumeric() || "-_+.".contains(c))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn json_is_found_in_what_small_models_reply() {
        for text in [
            r#"{"a":1}"#,
            " {\"a\":1}\n",
            "```json\n{\"a\":1}\n```",
            "```\n{\"a\":1}\n```\n",
            "```JSON\r\n{\"a\":1}\r\n```",
            "````json\n{\"a\":1}\n````",
            "```{\"a\":1}```",
            "<think>Is it {\"a\":2}?</think>\n\n{\"a\":1}",
            "<think>\n</think>```json\n{\"a\":1}\n```",
            "<thinking>hm</thinking>{\"a\":1}",
            "The opening tag was in the prompt</think>{\"a\":1}",
        ] {
            assert_eq!(value(text).ok(), Some(json!({ "a": 1 })), "{text:?}");
        }
        assert_eq!(value("\"```json\"").unwrap(), json!("```json"), "JSON is not changed");
        assert_eq!(value("\"</think> 1\"").unwrap(), json!("</think> 1"));
    }

    #[test]
    fn anything_else_is_not_json() {
        for text in [
            "",
            "Here it is: {\"a\":1}",
            "```json\n{\"a\":1}\n```\nI hope that helps.",
            "```json\n{\"a\":1}\n```\n```json\n{\"a\":2}\n```",
            "```json\n{\"a\":1}",
            "<think>no end {\"a\":1}",
            "<think></think>",
            "```",
            "``````",
            "{\"a\": \"</think>\"",
            "\u{1F600}```",
        ] {
            assert!(value(text).is_err(), "{text:?}");
        }
        let error = value("```json\n{\"a\": one}\n```").unwrap_err().to_string();
        assert!(error.contains("line 1 column 7"), "{error}");
    }
}
