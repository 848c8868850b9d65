//! The values of Go's literals: strings, characters and numbers.

use std::ops::Range;

use serde_json::Number;

/// The text of a string or raw string with its quotes; `None` if it is invalid.
pub(crate) fn string(text: &str) -> Option<String> {
    let quote = text.chars().next()?;
    let inside = text.get(1..text.len().checked_sub(1)?)?;
    if quote == '`' {
        return Some(inside.replace('\r', ""));
    }
    let mut out: Vec<u8> = Vec::with_capacity(inside.len());
    for part in parts(inside, quote) {
        match part.ok()? {
            Part::Char(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Part::Byte(byte) => out.push(byte),
        }
    }
    // Escapes of single bytes can give invalid UTF-8.
    Some(String::from_utf8_lossy(&out).into_owned())
}

/// A character of a string, or a byte of an escape.
pub(crate) enum Part {
    Char(char),
    Byte(u8),
}

/// The parts of a string or a character, whose text is between two `quote`. An error is the place of an unknown escape.
pub(crate) fn parts(inside: &str, quote: char) -> impl Iterator<Item = Result<Part, Range<usize>>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        let c = inside.get(at..)?.chars().next()?;
        at += c.len_utf8();
        if c != '\\' {
            return Some(Ok(Part::Char(c)));
        }
        let rest = &inside[at..];
        let escaped = rest.chars().next();
        let Some((part, length)) = escaped.and_then(|c| escape(rest, c, quote)) else {
            at += escaped.map_or(0, char::len_utf8);
            return Some(Err(start..at));
        };
        at += length;
        Some(Ok(part))
    })
}

/// The escape that starts with `first` after its backslash, and its length.
fn escape(rest: &str, first: char, quote: char) -> Option<(Part, usize)> {
    let digits = |from: usize, count: usize, radix: u32| {
        let digits = rest.get(from..from + count)?;
        digits.chars().all(|c| c.is_digit(radix)).then(|| u32::from_str_radix(digits, radix).ok())?
    };
    let byte = |code: Option<u32>, length| Some((Part::Byte(u8::try_from(code?).ok()?), length));
    let char = |code: Option<u32>, length| Some((Part::Char(char::from_u32(code?)?), length));
    match first {
        'x' => byte(digits(1, 2, 16), 3),
        '0'..='7' => byte(digits(0, 3, 8), 3),
        'u' => char(digits(1, 4, 16), 5),
        'U' => char(digits(1, 8, 16), 9),
        'a' => byte(Some(7), 1),
        'b' => byte(Some(8), 1),
        't' => byte(Some(9), 1),
        'n' => byte(Some(10), 1),
        'v' => byte(Some(11), 1),
        'f' => byte(Some(12), 1),
        'r' => byte(Some(13), 1),
        c if c == '\\' || c == quote => Some((Part::Char(c), 1)),
        _ => None,
    }
}

/// The number of a character with its quotes.
pub(crate) fn character(text: &str) -> Option<Number> {
    let mut chars = string(text)?.chars().collect::<Vec<_>>().into_iter();
    let c = chars.next()?;
    chars.next().is_none().then(|| Number::from(u32::from(c)))
}

/// The value of a number: decimal or with another base, with underscores, with an exponent.
pub(crate) fn number(text: &str) -> Option<Number> {
    if !underscores_separate(text) {
        return None;
    }
    let plain = text.replace('_', "");
    let (negative, digits) = match plain.strip_prefix(['-', '+']) {
        Some(digits) => (plain.starts_with('-'), digits),
        None => (false, plain.as_str()),
    };
    let lower = digits.to_ascii_lowercase();
    let based = |digits: &str, radix| {
        let value = i128::from_str_radix(digits, radix).ok()?;
        let value = if negative { -value } else { value };
        i64::try_from(value).map(Number::from).or_else(|_| u64::try_from(value).map(Number::from)).ok()
    };
    if let Some(hex) = lower.strip_prefix("0x") {
        return based(hex, 16).or_else(|| hexadecimal_float(hex, negative));
    }
    for (prefix, radix) in [("0b", 2), ("0o", 8)] {
        if let Some(digits) = lower.strip_prefix(prefix) {
            return based(digits, radix);
        }
    }
    if lower.bytes().all(|b| b.is_ascii_digit()) {
        let octal = lower.len() > 1 && lower.starts_with('0');
        return based(&lower, if octal { 8 } else { 10 });
    }
    let value: f64 = lower.parse().ok()?;
    // As in Go, a constant without a fraction is an integer.
    whole(if negative { -value } else { value })
}

/// Whether each underscore is between two digits, or after the prefix of a base.
fn underscores_separate(text: &str) -> bool {
    let digits = text.trim_start_matches(['-', '+']);
    let base = digits.get(..2).filter(|two| matches!(two.to_ascii_lowercase().as_str(), "0x" | "0b" | "0o"));
    let is_digit = |c: char| c.is_ascii_digit() || (base.is_some() && c.is_ascii_hexdigit());
    let mut before = if base.is_some() { Some('0') } else { None };
    let mut rest = digits[base.map_or(0, str::len)..].chars().peekable();
    while let Some(c) = rest.next() {
        if c == '_' && !(before.is_some_and(is_digit) && rest.peek().copied().is_some_and(is_digit)) {
            return false;
        }
        before = Some(c);
    }
    true
}

/// The value of a hexadecimal floating-point number after `0x`: `1.8p3`.
fn hexadecimal_float(text: &str, negative: bool) -> Option<Number> {
    let (mantissa, exponent) = text.split_once('p')?;
    let (whole_part, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole_part}{fraction}");
    let mantissa = i64::from_str_radix(&digits, 16).ok()? as f64;
    let shift = exponent.parse::<i32>().ok()?.checked_sub(4 * i32::try_from(fraction.len()).ok()?)?;
    let value = mantissa * 2f64.powi(shift);
    whole(if negative { -value } else { value })
}

/// A number, as an integer if it has no fraction.
fn whole(value: f64) -> Option<Number> {
    if value.fract() == 0.0 && value.abs() < 9e15 {
        return Some(Number::from(value as i64));
    }
    Number::from_f64(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings() {
        let of = |text: &str| string(text).unwrap_or_else(|| "wrong".to_owned());
        assert_eq!(of(r#""a\tb\n\"\\""#), "a\tb\n\"\\");
        assert_eq!(of(r#""\x41\u00e9\U0001F600\101""#), "A\u{e9}\u{1f600}A");
        assert_eq!(of(r"`a\n`"), r"a\n");
        assert_eq!(of(r#""\q""#), "wrong");
    }

    #[test]
    fn numbers() {
        let of = |text: &str| number(text).map_or_else(|| "wrong".to_owned(), |n| n.to_string());
        for (text, value) in [
            ("12", "12"),
            ("-3", "-3"),
            ("+3", "3"),
            ("0x1F", "31"),
            ("0b101", "5"),
            ("0o17", "15"),
            ("017", "15"),
            ("1_000", "1000"),
            ("1.5", "1.5"),
            ("1e3", "1000"),
            ("0x1.8p1", "3"),
            (".5", "0.5"),
            ("9223372036854775808", "9223372036854775808"),
        ] {
            assert_eq!(of(text), value, "{text}");
        }
        for wrong in ["1__0", "1_", "1_.5", "1e_3", "0x1__0", "0x_", "1_e3"] {
            assert_eq!(of(wrong), "wrong", "{wrong}");
        }
        assert_eq!((of("0x_1F"), of("0_7"), of("1_0.5")), ("31".into(), "7".into(), "10.5".into()));
        assert_eq!(character("'a'").map(|n| n.to_string()).as_deref(), Some("97"));
        assert_eq!(character(r"'\n'").map(|n| n.to_string()).as_deref(), Some("10"));
    }
}
