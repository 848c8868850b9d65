//! The types of scalars: the core schema (YAML 1.2.2, section 10.3.2).

use serde_json::Number;

use crate::{Value, shown};

/// The value of a plain scalar. A message as error if the number does not exist in JSON.
pub(super) fn plain(text: &str) -> Result<Value, String> {
    Ok(match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ => match number(text)? {
            Some(number) => Value::Number(number),
            None => Value::String(text.to_owned()),
        },
    })
}

/// The value of a scalar under a tag of the core schema, or `None` if it does not fit the tag.
pub(super) fn tagged(suffix: &str, text: &str) -> Option<Value> {
    match suffix {
        "str" => Some(Value::String(text.to_owned())),
        "null" => plain(text).ok().filter(|value| *value == Value::Null),
        "bool" => plain(text).ok().filter(|value| matches!(value, Value::Bool(_))),
        "int" => integer(text).map(Value::Number),
        "float" => number(text).ok().flatten().map(Value::Number),
        _ => None,
    }
}

fn number(text: &str) -> Result<Option<Number>, String> {
    if let Some(number) = integer(text) {
        return Ok(Some(number));
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Err(format!("{text} has no counterpart in JSON: use a finite number, or quote it as text"));
    }
    if !is_float(unsigned) {
        return Ok(None);
    }
    match text.parse().ok().and_then(Number::from_f64) {
        Some(number) => Ok(Some(number)),
        None => Err(format!("{} is too large a number: use a smaller one, or quote it as text", shown(text))),
    }
}

fn integer(text: &str) -> Option<Number> {
    for (prefix, radix) in [("0o", 8), ("0x", 16)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            let plain = digits.bytes().all(|b| b.is_ascii_alphanumeric());
            return plain.then(|| u64::from_str_radix(digits, radix).ok())?.map(Number::from);
        }
    }
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let unsigned = text.strip_prefix('+').unwrap_or(text);
    match (unsigned.parse::<u64>(), unsigned.parse::<i64>()) {
        (Ok(number), _) => Some(number.into()),
        (_, Ok(number)) => Some(number.into()),
        _ => Number::from_f64(unsigned.parse().ok()?),
    }
}

/// `[0-9]+(\.[0-9]*)?` or `\.[0-9]+`, each with an optional exponent.
fn is_float(unsigned: &str) -> bool {
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let mantissa_fits = match mantissa.split_once('.') {
        Some((integer, fraction)) => {
            digits(integer) && digits(fraction) && !(integer.is_empty() && fraction.is_empty())
        }
        None => digits(mantissa) && !mantissa.is_empty(),
    };
    let exponent_fits = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        !exponent.is_empty() && digits(exponent)
    });
    mantissa_fits && exponent_fits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_core_schema() {
        let shown = |text: &str| match plain(text) {
            Ok(value) => format!("{value:?}"),
            Err(message) => message,
        };
        for (text, value) in [
            ("12", "Number(Number(12))"),
            ("+12", "Number(Number(12))"),
            ("-012", "Number(Number(-12))"),
            ("0o17", "Number(Number(15))"),
            ("0xff", "Number(Number(255))"),
            ("1.", "Number(Number(1.0))"),
            (".5", "Number(Number(0.5))"),
            ("-1.5e3", "Number(Number(-1500.0))"),
            ("1e3", "Number(Number(1000.0))"),
            ("18446744073709551616", "Number(Number(1.8446744073709552e+19))"),
            ("yes", "String(\"yes\")"),
            ("0o9", "String(\"0o9\")"),
            ("0x+f", "String(\"0x+f\")"),
            ("1_000", "String(\"1_000\")"),
            (".", "String(\".\")"),
            ("1e", "String(\"1e\")"),
            ("tRue", "String(\"tRue\")"),
            ("~", "Null"),
        ] {
            assert_eq!(shown(text), value, "{text}");
        }
        assert!(plain("-.inf").is_err() && plain(".nan").is_err() && plain("1e999").is_err());
        assert_eq!(tagged("int", "1.5"), None);
    }
}
