//! Character references in attribute values.

use std::borrow::Cow;

const NAMED: &[(&str, &str)] = &[
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", "\u{a0}"),
    ("shy", "\u{ad}"),
    ("zwj", "\u{200d}"),
    ("zwnj", "\u{200c}"),
];

/// A value with its character references resolved: numeric ones and the common names.
pub fn decode(value: &str) -> Cow<'_, str> {
    if !value.contains('&') {
        return Cow::Borrowed(value);
    }
    let mut decoded = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find('&') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        match reference(rest) {
            Some((text, length)) => {
                decoded.push_str(&text);
                rest = &rest[length..];
            }
            None => decoded.push('&'),
        }
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

/// The text of the reference whose `&` was just read, and its length without it.
fn reference(rest: &str) -> Option<(String, usize)> {
    let end = rest.bytes().take(10).position(|b| b == b';')?;
    let name = &rest[..end];
    let text = match name.strip_prefix('#') {
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?.to_string()
        }
        None => NAMED.iter().find(|(one, _)| *one == name)?.1.to_owned(),
    };
    Some((text, end + 1))
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn references_are_resolved_and_stray_ampersands_stay() {
        assert_eq!(decode("a&amp;b &#46; &#x2e;&lt;"), "a&b . .<");
        assert_eq!(decode("a&b & c;"), "a&b & c;");
        assert_eq!(decode("&#xD800;&unknown;"), "&#xD800;&unknown;");
    }
}
