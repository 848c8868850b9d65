//! Adds members and items to JSON, in its layout.

use agmark_schema::{Member, Node};
use agmark_syntax::Edit;
use serde_json::Value;

/// Adds a member after the last one of an object, with the object's indentation. `text` is the whole text that `object`
/// was read from. `None` if the node is not an object.
pub fn add_member(text: &str, object: &Node, key: &str, value: &Value) -> Option<Edit> {
    let members = &object.as_map()?.members;
    let key = Value::String(key.to_owned());
    match members.last() {
        Some(last) => {
            let at = last.value.span.end.max(last.key.span.end);
            let start = last.key.span.start;
            let line = text.get(..start)?.rfind('\n').map_or(0, |end| end + 1);
            let before = &text[line..start];
            if before.trim().is_empty() {
                let written = laid_out(value, before, unit(text));
                return Some(Edit::insert(at, format!(",\n{before}{key}: {written}")));
            }
            // Members side by side.
            Some(Edit::insert(at, format!(", {key}: {value}")))
        }
        None => {
            let at = object.span.start + 1;
            let close = object.span.end.checked_sub(1)?;
            let line = text.get(..object.span.start)?.rfind('\n').map_or(0, |end| end + 1);
            let indent: String = text[line..].chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
            let unit = unit(text);
            let inner = format!("{indent}{unit}");
            let written = laid_out(value, &inner, unit);
            Some(Edit::replace((at..close.max(at)).into(), format!("\n{inner}{key}: {written}\n{indent}")))
        }
    }
}

/// Adds a text to a list of texts; `None` if the node is not a list or has the text.
pub fn add_item(text: &str, list: &Node, item: &str) -> Option<Edit> {
    let items = list.as_list()?;
    if items.iter().any(|one| one.as_str() == Some(item)) {
        return None;
    }
    let item = Value::String(item.to_owned());
    let Some(last) = items.last() else {
        return Some(Edit::insert(list.span.start + 1, item.to_string()));
    };
    let line = text.get(..last.span.start)?.rfind('\n').map_or(0, |end| end + 1);
    let before = &text[line..last.span.start];
    let separator = if before.trim().is_empty() { format!(",\n{before}") } else { ", ".to_owned() };
    Some(Edit::insert(last.span.end, format!("{separator}{item}")))
}

/// A member of an object, by key.
pub fn member<'n>(object: &'n Node, key: &str) -> Option<&'n Member> {
    object.as_map()?.get(key)
}

/// A value over several lines, all but the first indented by `indent`.
fn laid_out(value: &Value, indent: &str, unit: &str) -> String {
    let formatter = serde_json::ser::PrettyFormatter::with_indent(unit.as_bytes());
    let mut bytes = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
    if serde::Serialize::serialize(value, &mut serializer).is_err() {
        return value.to_string();
    }
    String::from_utf8_lossy(&bytes).replace('\n', &format!("\n{indent}"))
}

/// The indentation of one level in a text.
fn unit(text: &str) -> &'static str {
    let first = text.lines().find(|line| line.starts_with([' ', '\t']));
    match first {
        Some(line) if line.starts_with('\t') => "\t",
        Some(line) if line.starts_with("    ") => "    ",
        _ => "  ",
    }
}

#[cfg(test)]
mod tests {
    use agmark_schema::json;
    use serde_json::json;

    use super::*;

    fn added(text: &str, pointer: &str) -> String {
        let parsed = json::parse(text);
        let edit = parsed.root.at(pointer).and_then(|node| add_member(text, node, "b", &json!({"c": [1]})));
        Edit::apply(text, &edit.into_iter().collect::<Vec<_>>())
    }

    #[test]
    fn members_are_laid_out_as_those_around_them() {
        assert_eq!(
            added("{\n  \"x\": {\n    \"a\": 1\n  }\n}\n", "/x"),
            "{\n  \"x\": {\n    \"a\": 1,\n    \"b\": {\n      \"c\": [\n        1\n      ]\n    }\n  }\n}\n"
        );
        assert_eq!(added("{\"x\": {\"a\": 1}}", "/x"), "{\"x\": {\"a\": 1, \"b\": {\"c\":[1]}}}");
        assert_eq!(
            added("{\n  \"x\": {}\n}\n", "/x"),
            "{\n  \"x\": {\n    \"b\": {\n      \"c\": [\n        1\n      ]\n    }\n  }\n}\n"
        );
    }
}
