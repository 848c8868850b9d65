//! Words of JSON: literals, numbers and invalid words.

use serde_json::Number;

use crate::{Value, shown};

/// The meaning of a word without quotes.
#[derive(Debug, PartialEq)]
pub(super) enum Word {
    /// A literal or a number.
    Value(Value),
    /// An invalid word, with a replacement.
    Wrong { message: String, instead: Option<String>, number: bool },
}

pub(super) fn classify(word: &str) -> Word {
    match read(word) {
        // A very long word is not useful in a message.
        Word::Wrong { instead, number, .. } if word.len() > 60 => {
            let message = format!("invalid JSON value {}: put text in double quotes", shown(word));
            Word::Wrong { message, instead, number }
        }
        other => other,
    }
}

fn read(word: &str) -> Word {
    match word {
        "true" => return Word::Value(Value::Bool(true)),
        "false" => return Word::Value(Value::Bool(false)),
        "null" => return Word::Value(Value::Null),
        _ => {}
    }
    if is_number(word) {
        return match number(word) {
            Some(number) => Word::Value(Value::Number(number)),
            None => {
                Word::Wrong { message: format!("{word} is too large a number"), instead: None, number: true }
            }
        };
    }
    if word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.')) {
        return wrong_number(word);
    }
    let literal = match word.to_ascii_lowercase().as_str() {
        "true" => Some("true"),
        "false" => Some("false"),
        "null" | "none" | "nil" | "undefined" => Some("null"),
        _ => None,
    };
    match literal {
        Some(literal) => Word::Wrong {
            message: format!("unknown word {word}: JSON writes it {literal}"),
            instead: Some(literal.to_owned()),
            number: false,
        },
        None if matches!(word, "NaN" | "Infinity") => Word::Wrong {
            message: format!("JSON has no {word}: use a finite number or null"),
            instead: None,
            number: true,
        },
        None => Word::Wrong {
            message: format!("unknown word {word}: put text in double quotes"),
            instead: Some(format!("\"{word}\"")),
            number: false,
        },
    }
}

/// The number grammar of RFC 8259, section 6.
fn is_number(word: &str) -> bool {
    let rest = word.strip_prefix('-').unwrap_or(word);
    let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (rest, None),
    };
    let (integer, fraction) = match mantissa.split_once('.') {
        Some((integer, fraction)) => (integer, Some(fraction)),
        None => (mantissa, None),
    };
    digits(integer)
        && (integer == "0" || !integer.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// The value of a number in the notation of JSON; `None` if it is beyond the range of a double.
fn number(word: &str) -> Option<Number> {
    if let Ok(number) = word.parse::<u64>() {
        return Some(number.into());
    }
    match word.parse::<i64>() {
        // `-0` differs from `0`, but integers do not have it.
        Ok(number) if number != 0 => Some(number.into()),
        _ => Number::from_f64(word.parse().ok()?),
    }
}

fn wrong_number(word: &str) -> Word {
    let (sign, unsigned) = match word.strip_prefix(['-', '+']) {
        Some(rest) => (if word.starts_with('-') { "-" } else { "" }, rest),
        None => ("", word),
    };
    let mut fixed = unsigned.trim_start_matches('0').to_owned();
    if fixed.is_empty() || fixed.starts_with(['.', 'e', 'E']) {
        fixed.insert(0, '0');
    }
    if fixed.ends_with('.') {
        fixed.pop();
    }
    fixed.insert_str(0, sign);
    let instead = is_number(&fixed).then_some(fixed);
    let message = match &instead {
        Some(fixed) => format!("invalid JSON number {word}: write {fixed}"),
        None => format!("invalid JSON number {word}: put text in double quotes"),
    };
    let instead = instead.or_else(|| Some(format!("\"{word}\"")));
    Word::Wrong { message, instead, number: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_json() {
        for word in ["0", "-0", "12", "-1.5", "1e5", "1E+5", "0.25", "18446744073709551615", "1e-3"] {
            assert!(matches!(classify(word), Word::Value(Value::Number(_))), "{word}");
        }
        for (word, fixed) in
            [("+1", "1"), ("007", "7"), (".5", "0.5"), ("5.", "5"), ("-.5", "-0.5"), ("00", "0")]
        {
            match classify(word) {
                Word::Wrong { instead, .. } => assert_eq!(instead.as_deref(), Some(fixed), "{word}"),
                other => panic!("{word}: {other:?}"),
            }
        }
        assert!(matches!(classify("1e999"), Word::Wrong { .. }));
        assert!(matches!(classify("0x1F"), Word::Wrong { .. }));
    }
}
