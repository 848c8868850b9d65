//! Masks the credentials of the user: they must not appear in reports, progress lines and errors.

use std::collections::BTreeSet;

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::Value;
use url::Url;

/// Values shorter than this, in bytes, can be ordinary words of a page. They are only masked after their name.
const SHORTEST: usize = 6;

/// Minimum length of a text in a stored JSON value that is masked separately.
const INNER: usize = 12;

/// Parts of the names of parameters that hold credentials.
const TELLING: &[&str] = &[
    "token", "secret", "passw", "pwd", "auth", "key", "sig", "session", "sid", "jwt", "cred", "code", "otp",
    "pin", "bearer", "access", "ticket", "nonce", "hash",
];

/// Texts that must be masked.
#[derive(Clone, Default)]
pub struct Secrets {
    /// The texts in all encodings in which they can appear.
    needles: BTreeSet<String>,
    /// Short values, each with `name=` before it.
    named: BTreeSet<(String, String)>,
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Secrets({})", self.needles.len() + self.named.len())
    }
}

impl Secrets {
    /// Adds the value of a cookie, of a header or of the local storage.
    pub fn add(&mut self, name: &str, value: &str) {
        let decoded = percent_decode_str(value).decode_utf8_lossy().into_owned();
        for value in [value, decoded.as_str()] {
            self.value(name, value);
            // Pages repeat parts of a stored object, such as its token.
            if let Ok(json) = serde_json::from_str::<Value>(value) {
                self.inner(&json);
            }
        }
    }

    /// Adds the credentials in an address: user name, password, and parameters with a name such as `token`.
    pub fn add_address(&mut self, url: &Url) {
        for part in [url.username(), url.password().unwrap_or("")] {
            self.add("", part);
        }
        let fragment = url.fragment().unwrap_or("").trim_start_matches(['/', '?', '!']);
        let pairs = [url.query().unwrap_or(""), fragment];
        for (name, value) in
            pairs.iter().flat_map(|pairs| pairs.split(['&', ';'])).filter_map(|pair| pair.split_once('='))
        {
            if is_telling(name) {
                self.add(name, value);
                self.add(name, &value.replace('+', " "));
            }
        }
    }

    /// Adds all secrets of another set.
    pub fn extend(&mut self, other: Self) {
        self.needles.extend(other.needles);
        self.named.extend(other.named);
    }

    /// The text with each secret replaced with stars, one per byte, so that all other offsets stay the same.
    pub fn mask(&self, text: impl Into<String>) -> String {
        let mut text: String = text.into();
        // The longest first: a secret can be a part of another.
        let mut needles: Vec<&String> = self.needles.iter().collect();
        needles.sort_by_key(|needle| std::cmp::Reverse(needle.len()));
        for needle in needles {
            text = masked_everywhere(text, needle);
        }
        for (name, value) in &self.named {
            text = masked_behind(text, &format!("{name}="), value);
        }
        text
    }

    fn value(&mut self, name: &str, value: &str) {
        if value.len() < SHORTEST {
            if !name.is_empty() && !value.is_empty() {
                self.named.insert((name.to_owned(), value.to_owned()));
            }
            return;
        }
        let encoded = utf8_percent_encode(value, NON_ALPHANUMERIC).to_string();
        let json = Value::from(value).to_string();
        let html = value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let forms = [
            value.to_owned(),
            // As the `url` crate and as forms encode it, also in lowercase.
            address_form(value),
            encoded.replace("%20", "+"),
            lower_escapes(&encoded),
            encoded,
            json.get(1..json.len() - 1).unwrap_or("").to_owned(),
            html.replace('"', "&quot;"),
            html.replace('"', "&#34;").replace('\'', "&#39;"),
            html,
        ];
        self.needles.extend(forms.into_iter().filter(|form| form.len() >= SHORTEST));
    }

    /// The long texts in a stored object.
    fn inner(&mut self, value: &Value) {
        match value {
            Value::String(text) if text.len() >= INNER => self.value("", text),
            Value::Array(items) => items.iter().for_each(|item| self.inner(item)),
            Value::Object(members) => members.values().for_each(|item| self.inner(item)),
            _ => {}
        }
    }
}

/// An address for an error message: without user name, password, query and fragment, even if it is malformed.
pub fn bare_address(text: &str) -> String {
    let end = text.find(['?', '#']).unwrap_or(text.len());
    let (address, rest) = text.split_at(end);
    let more = if rest.is_empty() { "" } else { "?…" };
    // The last `@`: the text before it can be a password that contains a slash.
    match (address.find("//"), address.rfind('@')) {
        (Some(slashes), Some(at)) if at > slashes => {
            format!("{}***{}{more}", &address[..slashes + 2], &address[at..])
        }
        (None, Some(at)) if address[..at].contains(':') => format!("***{}{more}", &address[at..]),
        _ => format!("{address}{more}"),
    }
}

/// Whether a parameter of this name probably holds a credential.
pub fn is_telling(name: &str) -> bool {
    let name = percent_decode_str(name).decode_utf8_lossy().to_ascii_lowercase();
    TELLING.iter().any(|part| name.contains(part))
}

/// A value as it is encoded in the query of an address.
fn address_form(value: &str) -> String {
    let mut url = Url::parse("http://x.invalid/").ok();
    if let Some(url) = &mut url {
        url.set_query(Some(value));
    }
    url.and_then(|url| url.query().map(str::to_owned)).unwrap_or_default()
}

/// `%2F` as `%2f`.
fn lower_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut left = 0_u8;
    for c in text.chars() {
        left = if c == '%' { 3 } else { left };
        out.push(if left > 0 { c.to_ascii_lowercase() } else { c });
        left = left.saturating_sub(1);
    }
    out
}

/// Masks a text in uppercase and lowercase: hosts, schemes and tag names are shown in lowercase.
fn masked_everywhere(text: String, needle: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let needle = needle.to_ascii_lowercase();
    if !lower.contains(&needle) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    // Only ASCII letters change, so that offsets are the same in both texts.
    for (found, _) in lower.match_indices(&needle) {
        out.push_str(&text[at..found]);
        out.push_str(&"*".repeat(needle.len()));
        at = found + needle.len();
    }
    out.push_str(&text[at..]);
    out
}

/// Masks a short value after its name, if it is the whole value there.
fn masked_behind(text: String, name: &str, value: &str) -> String {
    let whole = format!("{name}{value}");
    if !text.contains(&whole) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (found, _) in text.match_indices(&whole) {
        let before = text[..found].chars().next_back();
        let after = text[found + whole.len()..].chars().next();
        let starts = before.is_none_or(|c| matches!(c, '?' | '&' | ';' | '#' | ' ' | '/' | '!'));
        let ends = after.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '-' | '_' | '%' | '.'));
        if starts && ends && found >= at {
            out.push_str(&text[at..found + name.len()]);
            out.push_str(&"*".repeat(value.len()));
            at = found + whole.len();
        }
    }
    out.push_str(&text[at..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: &[(&str, &str)]) -> Secrets {
        let mut secrets = Secrets::default();
        pairs.iter().for_each(|(name, value)| secrets.add(name, value));
        secrets
    }

    #[test]
    fn secrets_are_unreadable_and_nothing_moves() {
        let secrets = of(&[("a", "s3cr€t"), ("b", "1")]);
        assert_eq!(secrets.mask("1 s3cr€t 2"), "1 ******** 2");
        assert_eq!(secrets.mask("http://x/?b=1&c=1"), "http://x/?b=*&c=1");
        assert_eq!(secrets.mask("class b=12 ab=1"), "class b=12 ab=1");
    }

    #[test]
    fn secrets_are_found_however_they_are_written() {
        let secrets = of(&[("t", "p&ss/wörd \"1\"")]);
        for text in [
            "p&ss/wörd \"1\"",
            "p%26ss%2Fw%C3%B6rd%20%221%22",
            "p%26ss%2fw%c3%b6rd%20%221%22",
            "p%26ss%2Fw%C3%B6rd+%221%22",
            "p&amp;ss/wörd &quot;1&quot;",
            "p&ss/wörd \\\"1\\\"",
        ] {
            let masked = secrets.mask(format!("<{text}>"));
            assert!(
                masked.trim_matches(['<', '>', '*']).is_empty() && masked.len() == text.len() + 2,
                "{masked}"
            );
        }
        let stored = of(&[("user", r#"{"id": 7, "access": {"token": "abcdef.123456.xyz"}}"#)]);
        assert_eq!(stored.mask("Bearer abcdef.123456.xyz"), format!("Bearer {}", "*".repeat(17)));
        let encoded = of(&[("sid", "s%3Aabcdefgh")]);
        assert_eq!(encoded.mask("s:abcdefgh s%3Aabcdefgh"), "********** ************");
    }

    #[test]
    fn secrets_are_found_in_small_letters() {
        let secrets = of(&[("t", "AbCd€f12345")]);
        assert_eq!(
            secrets.mask("é http://abcd€f12345.invalid/ABCD€F12345"),
            format!("é http://{0}.invalid/{0}", "*".repeat(13))
        );
        assert_eq!(secrets.mask("abcdef12345"), "abcdef12345");
    }

    #[test]
    fn credentials_in_addresses() {
        let mut secrets = Secrets::default();
        let url =
            Url::parse("http://x/a?q=wanted&access_token=abc%2Fdef&pin=12#/?id_token=longlonglong").unwrap();
        secrets.add_address(&url);
        let masked = secrets.mask(url.as_str());
        assert_eq!(masked, "http://x/a?q=wanted&access_token=*********&pin=**#/?id_token=************");
        assert_eq!(secrets.mask("no page for abc/def"), "no page for *******");
        assert_eq!(bare_address("http://me:pa/ss@x:bad/?token=1"), "http://***@x:bad/?…");
        assert_eq!(bare_address("me:secret@x"), "***@x");
        assert_eq!(bare_address("http://x/a"), "http://x/a");
        assert!(!format!("{secrets:?}").contains("abc"));
    }
}
