//! JSON that is written directly, for large answers.

use agmark_syntax::Position;
use serde::Serialize;

/// An answer that is JSON already.
pub struct Json(Vec<JsonWriter>);

impl Json {
    /// An array from the parts of its content, in order.
    pub fn array(parts: Vec<JsonWriter>) -> Self {
        let bracket = |text: &str| {
            let mut out = JsonWriter::default();
            out.raw(text);
            out
        };
        let mut all = vec![bracket("[")];
        all.extend(parts);
        all.push(bracket("]"));
        Self(all)
    }

    /// The answer that these parts are together.
    pub fn of(parts: Vec<JsonWriter>) -> Self {
        Self(parts)
    }

    /// A value as the library writes it; `None` if it cannot be written.
    pub fn written(value: &impl Serialize) -> Option<Self> {
        Some(Self(vec![JsonWriter(serde_json::to_vec(value).ok()?)]))
    }

    pub fn into_bytes(self) -> Vec<u8> {
        let len = self.0.iter().map(|part| part.0.len()).sum::<usize>();
        // The transport adds the id of the request.
        let mut out = Vec::with_capacity(len + 64);
        self.0.iter().for_each(|part| out.extend_from_slice(&part.0));
        out
    }
}

/// Writes JSON.
#[derive(Default)]
pub struct JsonWriter(Vec<u8>);

impl JsonWriter {
    pub fn with_capacity(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }

    /// Makes room for more bytes.
    pub fn reserve(&mut self, bytes: usize) {
        self.0.reserve(bytes);
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    /// Writes a value as the library writes it. Nothing is written if it cannot be written.
    pub fn value(&mut self, value: &impl Serialize) {
        let before = self.0.len();
        if serde_json::to_writer(&mut self.0, value).is_err() {
            self.0.truncate(before);
        }
    }

    /// Writes bytes that are JSON.
    #[inline]
    pub fn bytes(&mut self, json: &[u8]) {
        self.0.extend_from_slice(json);
    }

    /// Writes text that is JSON.
    #[inline]
    pub fn raw(&mut self, json: &str) {
        self.0.extend_from_slice(json.as_bytes());
    }

    #[inline]
    pub fn number(&mut self, number: u32) {
        if number < 10 {
            self.0.push(b'0' + number as u8);
            return;
        }
        let mut digits = [0; 10];
        let mut at = digits.len();
        let mut rest = number;
        while rest > 0 {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        self.0.extend_from_slice(&digits[at..]);
    }

    pub fn position(&mut self, at: Position) {
        self.raw("{\"line\":");
        self.number(at.line);
        self.raw(",\"character\":");
        self.number(at.column);
        self.raw("}");
    }

    pub fn string(&mut self, text: &str) {
        self.0.push(b'"');
        let mut from = 0;
        for (at, byte) in text.bytes().enumerate() {
            if byte >= b' ' && byte != b'"' && byte != b'\\' {
                continue;
            }
            self.raw(&text[from..at]);
            match byte {
                b'"' => self.raw("\\\""),
                b'\\' => self.raw("\\\\"),
                b'\n' => self.raw("\\n"),
                b'\r' => self.raw("\\r"),
                b'\t' => self.raw("\\t"),
                _ => self.raw(&format!("\\u{byte:04x}")),
            }
            from = at + 1;
        }
        self.raw(&text[from..]);
        self.0.push(b'"');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_json_of_the_library() {
        for text in ["", "a", "\"\\\n\r\t\u{1}\u{1f}\u{7f}", "é東😀", "a\"b"] {
            let mut out = JsonWriter::default();
            out.string(text);
            let read: String = serde_json::from_slice(&Json::of(vec![out]).into_bytes()).expect("JSON");
            assert_eq!(read, text);
        }
        for number in [0, 9, 10, 99, 100, 65_535, u32::MAX] {
            let mut out = JsonWriter::default();
            out.number(number);
            assert_eq!(Json::of(vec![out]).into_bytes(), number.to_string().into_bytes());
        }
    }
}
