//! Counts the tokens of a text.

#[cfg(target_family = "wasm")]
mod browser;
#[cfg(not(target_family = "wasm"))]
mod packed;
mod table;

#[cfg(target_family = "wasm")]
pub use browser::{count, set_source};

#[cfg(not(target_family = "wasm"))]
pub use packed::count;

/// A number of tokens for people: `1 token`, `12,480 tokens`.
pub fn words(tokens: usize) -> String {
    let digits = tokens.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out.push_str(if tokens == 1 { " token" } else { " tokens" });
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_counted() {
        assert_eq!(count(""), 0);
        assert_eq!(count("hello world"), 2);
        assert_eq!(count("<|endoftext|>"), 7, "words of the tokenizer's own are text like any other");
    }

    #[test]
    fn counts_are_said() {
        let said: Vec<_> = [0, 1, 999, 1000, 1_234_567].map(words).to_vec();
        assert_eq!(said, ["0 tokens", "1 token", "999 tokens", "1,000 tokens", "1,234,567 tokens"]);
    }
}
