//! Values written as YAML.

use serde_json::Value as Json;

/// A string in block style.
pub(crate) fn scalar(text: &str) -> String {
    if is_plain(text) && !text.contains(": ") && !text.contains(" #") {
        text.to_owned()
    } else {
        quoted(text)
    }
}

/// A value in flow style, on one line.
pub(crate) fn flow(value: &Json) -> String {
    match value {
        Json::String(text) => flow_scalar(text),
        Json::Array(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Json::Object(map) if map.is_empty() => "{}".to_owned(),
        Json::Object(map) => {
            let members = map.iter().map(|(key, value)| format!("{}: {}", flow_scalar(key), flow(value)));
            format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// A string in flow style.
pub(crate) fn flow_scalar(text: &str) -> String {
    let safe = is_plain(text)
        && !text.contains([',', '[', ']', '{', '}'])
        && !text.contains(": ")
        && !text.contains(" #");
    if safe { text.to_owned() } else { quoted(text) }
}

/// Whether a string needs no quotes: YAML reads it as this string.
fn is_plain(text: &str) -> bool {
    let parsed = agmark_schema::yaml::parse(text);
    parsed.problems.is_empty()
        && parsed.complete
        && parsed.root.as_str() == Some(text)
        && !text.ends_with(':')
}

/// A string in double quotes. Characters that JSON allows and YAML forbids (5.1, printable characters) are escaped.
fn quoted(text: &str) -> String {
    let mut out = String::new();
    for c in Json::String(text.to_owned()).to_string().chars() {
        match c {
            '\u{7f}'..='\u{9f}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out
}
