//! A parsed line of an ARIA snapshot.

use std::borrow::Cow;

use crate::syntax::json;

/// What a line is.
#[derive(Debug, PartialEq, Eq)]
pub enum AriaLine<'a> {
    Element(Box<Parts<'a>>),
    /// `- /url: x`: the name without its slash, and the value.
    Property(&'a str, String),
    /// `# Frames`
    Section(&'a str),
    /// `(empty page)`: what it says.
    Nothing(&'a str),
    /// Anything else.
    Text(&'a str),
}

/// The parts of an element.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Parts<'a> {
    pub role: Cow<'a, str>,
    pub name: Option<String>,
    /// The words inside and outside of brackets, with their values.
    pub words: Vec<(String, Option<String>)>,
    /// The text after the colon.
    pub value: Option<String>,
}

/// Reads a non-empty line without its indent. `dashed` is true if elements start with a dash.
pub fn read(content: &str, dashed: bool) -> AriaLine<'_> {
    if let Some(name) = content.strip_prefix("# ") {
        return AriaLine::Section(name.trim().trim_end_matches(':'));
    }
    if let Some(what) = content.strip_prefix('(').and_then(|c| c.strip_suffix(')'))
        && !what.is_empty()
        && what.bytes().all(|b| b.is_ascii_lowercase() || b == b' ')
    {
        return AriaLine::Nothing(what);
    }
    let Some(item) = content.strip_prefix("- ").map(str::trim_start) else {
        return if dashed { unknown(content) } else { bare(content) };
    };
    if let Some(property) = property(item) {
        return property;
    }
    let element = match quoted_key(item) {
        Some((key, rest)) => element(&key, Some(rest)).map(own),
        None => element(item, None),
    };
    match element {
        Some(parts) => AriaLine::Element(Box::new(parts)),
        None => unknown(content),
    }
}

/// `/url: x`
fn property(item: &str) -> Option<AriaLine<'_>> {
    let (key, value) = item.strip_prefix('/')?.split_once(':')?;
    crate::syntax::chars::is_word(key).then(|| AriaLine::Property(key, scalar(value.trim()).into_owned()))
}

/// A line without a dash, as some tools print all of them: a property, or an element if it has a name or brackets, or if its role is
/// known and nothing but a value follows.
fn bare(content: &str) -> AriaLine<'_> {
    if let Some(property) = property(content) {
        return property;
    }
    let is_element = |parts: &Parts<'_>| {
        let role = crate::vocabulary::aria::role(&parts.role);
        let is_known = parts.role == "heading" || crate::vocabulary::role(&role).is_some();
        parts.role.starts_with(|c: char| c.is_ascii_lowercase())
            && (parts.name.is_some() || !parts.words.is_empty() || is_known)
    };
    match element(content, None).filter(is_element) {
        Some(parts) => AriaLine::Element(Box::new(parts)),
        None => unknown(content),
    }
}

/// A line that cannot be read; its ref must not be lost.
fn unknown(content: &str) -> AriaLine<'_> {
    let text = content.strip_prefix("- ").unwrap_or(content);
    let Some(at) = text.find("[ref=").or_else(|| text.find("ref=").filter(|at| text[..*at].contains('[')))
    else {
        return AriaLine::Text(text);
    };
    let rest = &text[at..];
    let start = rest.find('=').map_or(0, |at| at + 1);
    let value = &rest[start..];
    let end = value.find([']', ',', ' ']).unwrap_or(value.len());
    let words = vec![("ref".to_owned(), Some(value[..end].to_owned()))];
    let name = Some(text[..at].trim_end_matches([' ', '[']).to_owned()).filter(|name| !name.is_empty());
    AriaLine::Element(Box::new(Parts { role: "generic".into(), name, words, value: None }))
}

/// A quoted YAML key, decoded, and the text after its colon: `'button "A: b"': text`.
fn quoted_key(item: &str) -> Option<(String, &str)> {
    let quote = item.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let end = end_of_quoted(item, quote)?;
    let rest = item[end..].trim_start();
    let rest = if rest.is_empty() { rest } else { rest.strip_prefix(':')? };
    let key = scalar(&item[..end]).into_owned();
    key.starts_with(|c: char| c.is_ascii_alphabetic()).then_some((key, rest))
}

/// Where the quoted text at the start of `text` ends.
fn end_of_quoted(text: &str, quote: char) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quote == '"' => at += 1,
            b'\'' if quote == '\'' && bytes.get(at + 1) == Some(&b'\'') => at += 1,
            byte if char::from(byte) == quote => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// A YAML value on one line: in quotes or not.
fn scalar(text: &str) -> Cow<'_, str> {
    if let Some(inner) = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')) {
        return inner.replace("''", "'").into();
    }
    json::decode(text).unwrap_or(Cow::Borrowed(text))
}

/// `role "name" [..] word: value`; `rest` is the value where the colon was outside of what is read.
fn element<'a>(text: &'a str, rest: Option<&str>) -> Option<Parts<'a>> {
    let length =
        text.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').unwrap_or(text.len());
    let (role, mut tail) = text.split_at(length);
    if !role.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let mut parts = Parts { role: role.into(), ..Parts::default() };
    tail = tail.trim_start();
    if let Some((name, behind)) = name(tail) {
        parts.name = Some(name);
        tail = behind;
    }
    loop {
        tail = tail.trim_start();
        if tail.is_empty() {
            break;
        }
        if let Some(value) = tail.strip_prefix(':') {
            parts.value = Some(scalar(value.trim()).into_owned()).filter(|v| !v.is_empty());
            break;
        }
        if let Some(group) = tail.strip_prefix('[') {
            let end = end_of_group(group)?;
            words(&group[..end], &mut parts.words);
            tail = &group[end + 1..];
            continue;
        }
        // A word between brackets, such as `clickable`.
        let end = tail.find([' ', '[', ':']).unwrap_or(tail.len());
        let word = &tail[..end];
        let near = parts.words.is_empty() && parts.name.is_none();
        if near || !crate::syntax::chars::is_word(word) {
            return None;
        }
        parts.words.push((word.to_owned(), None));
        tail = &tail[end..];
    }
    if let Some(rest) = rest {
        parts.value = Some(scalar(rest.trim()).into_owned()).filter(|v| !v.is_empty());
    }
    Some(parts)
}

/// A name at the start of `text`, decoded, and the text after it.
fn name(text: &str) -> Option<(String, &str)> {
    if let Some(pattern) = text.strip_prefix('/') {
        let end = pattern.rfind('/')?;
        return Some((format!("/{}/", &pattern[..end]), &pattern[end + 1..]));
    }
    if !text.starts_with('"') {
        return None;
    }
    if let Some(end) = end_of_quoted(text, '"')
        && let Some(name) = json::decode(&text[..end])
        && text[end..].starts_with([' ', ':', '[']) | text[end..].is_empty()
    {
        return Some((name.into_owned(), &text[end..]));
    }
    // The name contains unescaped quotes. It ends at the last quote before something that can follow a name.
    let inner = &text[1..];
    let ends = ["\" [", "\": ", "\":"];
    let end = ends
        .iter()
        .filter_map(|end| inner.rfind(end))
        .max()
        .or_else(|| inner.strip_suffix('"').map(str::len));
    match end {
        Some(end) => Some((inner[..end].to_owned(), &inner[end + 1..])),
        None => Some((inner.to_owned(), "")),
    }
}

/// The end of a group of words: a bracket before the end of the line, a blank, a colon or another group.
fn end_of_group(group: &str) -> Option<usize> {
    let ends = |at: &usize| matches!(group.as_bytes().get(at + 1), None | Some(b' ' | b':' | b'['));
    let mut all = memchr::memchr_iter(b']', group.as_bytes());
    all.clone().find(ends).or_else(|| all.next_back())
}

/// `level=1, checked=true, ref=e1`
fn words(group: &str, out: &mut Vec<(String, Option<String>)>) {
    for word in group.split(", ").map(str::trim).filter(|word| !word.is_empty()) {
        let at = word.find(['=', ':']);
        let (key, value) = match at {
            Some(at) => (&word[..at], Some(scalar(word[at + 1..].trim()).into_owned())),
            None => (word, None),
        };
        out.push((key.to_owned(), value));
    }
}

fn own(parts: Parts<'_>) -> Parts<'static> {
    Parts { role: parts.role.into_owned().into(), ..parts }
}
