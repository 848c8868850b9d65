//! Values of attributes: their meaning and their canonical form.

use std::borrow::Cow;

use crate::lexical::line::is_name;

/// A string in canonical form.
pub fn string(value: Cow<'_, str>) -> Cow<'_, str> {
    let bare = !value.is_empty() && value.bytes().all(is_name) && !is_other_type(&value);
    if bare { value } else { Cow::Owned(quoted(&value)) }
}

/// A value in canonical form, from how it is written.
pub fn written(raw: &str) -> Cow<'_, str> {
    if is_canonical(raw) {
        return Cow::Borrowed(raw);
    }
    match raw.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')) {
        Some(inner) => string(unescape(inner)),
        None => string(Cow::Borrowed(raw)),
    }
}

/// A string in quotes.
pub fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Whether a bare value is a boolean or an integer.
fn is_other_type(value: &str) -> bool {
    matches!(value, "true" | "false") || integer(value).is_some()
}

/// The integer of 64 bits that a bare value is, if it prints back to the same bytes.
pub fn integer(value: &str) -> Option<i64> {
    let first = value.bytes().next()?;
    if first != b'-' && !first.is_ascii_digit() {
        return None;
    }
    value.parse::<i64>().ok().filter(|number| number.to_string() == value)
}

/// Whether a value is in canonical form. Also false for values with a backslash, which may be.
pub fn is_canonical(raw: &str) -> bool {
    match raw.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')) {
        Some(inner) => {
            let bare = !inner.is_empty() && inner.bytes().all(is_name) && !is_other_type(inner);
            !bare && !inner.contains('\\')
        }
        None => raw.bytes().all(is_name),
    }
}

/// `\"` and `\\` are the only escapes; any other backslash is a backslash.
pub fn unescape(inner: &str) -> Cow<'_, str> {
    if !inner.contains('\\') {
        return Cow::Borrowed(inner);
    }
    let mut out = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        match rest.bytes().next() {
            Some(escaped @ (b'"' | b'\\')) => {
                out.push(char::from(escaped));
                rest = &rest[1..];
            }
            _ => out.push('\\'),
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_in_canonical_form() {
        for (value, written) in [
            ("plain-1_x", "plain-1_x"),
            ("", "\"\""),
            ("two words", "\"two words\""),
            ("true", "\"true\""),
            ("-7", "\"-7\""),
            ("007", "007"),
            ("+5", "\"+5\""),
            ("9223372036854775808", "9223372036854775808"),
            ("say \"hi\" \\ bye", "\"say \\\"hi\\\" \\\\ bye\""),
        ] {
            assert_eq!(string(Cow::Borrowed(value)), written, "{value}");
        }
    }

    #[test]
    fn escapes() {
        for (inner, value) in [
            (r#"a\"b"#, "a\"b"),
            (r"a\\b", r"a\b"),
            (r"C:\new", r"C:\new"),
            (r"\\\\", r"\\"),
            (r"end\", r"end\"),
        ] {
            assert_eq!(unescape(inner), value);
        }
    }
}
