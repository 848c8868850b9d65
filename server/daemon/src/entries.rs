//! Entries of streams, as Redis sends them.

use redis::Value;

/// An entry of a stream of operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub id: String,
    /// The bytes of its field `data`; `None` without that field.
    pub data: Option<Vec<u8>>,
}

impl Entry {
    pub fn size(&self) -> usize {
        self.data.as_ref().map_or(0, Vec::len)
    }
}

/// The field of an entry that contains the operation.
pub const DATA: &str = "data";

/// The entries in an answer about one stream: `[[stream, [[id, [field, value, …]], …]]]`, or nil.
pub fn of_one_stream(answer: Value) -> Vec<Entry> {
    let entries = list(answer).into_iter().next().and_then(|stream| list(stream).into_iter().nth(1));
    entries.map_or_else(Vec::new, |entries| list(entries).into_iter().filter_map(entry).collect())
}

fn entry(value: Value) -> Option<Entry> {
    let mut parts = list(value).into_iter();
    let id = String::from_utf8(bytes(parts.next()?)?).ok()?;
    Some(Entry { id, data: field(parts.next(), DATA) })
}

/// The value of a field in a list of fields and values.
fn field(fields: Option<Value>, name: &str) -> Option<Vec<u8>> {
    let mut fields = list(fields?).into_iter();
    while let (Some(field), Some(value)) = (fields.next(), fields.next()) {
        if bytes(field).as_deref() == Some(name.as_bytes()) {
            return bytes(value);
        }
    }
    None
}

fn list(value: Value) -> Vec<Value> {
    if let Value::Array(list) = value { list } else { Vec::new() }
}

fn bytes(value: Value) -> Option<Vec<u8>> {
    match value {
        Value::BulkString(bytes) => Some(bytes),
        Value::SimpleString(text) => Some(text.into_bytes()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Value {
        Value::BulkString(text.as_bytes().to_vec())
    }

    #[test]
    fn entries_are_read_whatever_their_fields() {
        let entry = |id: &str, fields: &[&str]| {
            Value::Array(vec![text(id), Value::Array(fields.iter().map(|field| text(field)).collect())])
        };
        let entries = [
            entry("1-0", &["by", "a", "data", "{}"]),
            entry("2-0", &["other", "x"]),
            entry("3-0", &["data"]),
        ];
        let answer = Value::Array(vec![Value::Array(vec![text("s"), Value::Array(entries.to_vec())])]);
        let read = of_one_stream(answer);
        let of = |id: &str, data: Option<&str>| Entry {
            id: id.to_owned(),
            data: data.map(|data| data.as_bytes().to_vec()),
        };
        assert_eq!(read, [of("1-0", Some("{}")), of("2-0", None), of("3-0", None)]);
        assert_eq!(of_one_stream(Value::Nil), []);
    }
}
