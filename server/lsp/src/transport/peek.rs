//! Finds what is known of an invalid message.

use tower_lsp::jsonrpc::Id;

/// The known parts of a message.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Peek {
    pub id: Option<Id>,
    pub method: Option<String>,
    /// The URI of the document that the message is about.
    pub uri: Option<String>,
    /// Whether it may be a message that synchronizes a text.
    pub syncs: bool,
}

/// Reads bytes that may be truncated JSON, too deeply nested JSON or not JSON.
pub fn peek(body: &[u8]) -> Peek {
    let mut peek = Peek::default();
    let mut scanner = Scanner { body, at: 0 };
    let mut depth = 0_usize;
    // The last string. It is a key if a colon follows.
    let mut last: Option<&[u8]> = None;
    while let Some(token) = scanner.next() {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::Text(text) => {
                last = Some(text);
                continue;
            }
            Token::Colon => {
                let key = last.take().unwrap_or_default();
                match (depth, key) {
                    (1, b"\"id\"") => peek.id = scanner.scalar().and_then(id),
                    (1, b"\"method\"") => peek.method = scanner.scalar().and_then(string),
                    (3, b"\"uri\"") if peek.uri.is_none() => peek.uri = scanner.scalar().and_then(string),
                    _ => {}
                }
            }
            Token::Other => {}
        }
        last = None;
    }
    peek.syncs = match &peek.method {
        Some(method) => is_sync(method.as_bytes()),
        None => is_sync(body),
    };
    peek
}

fn is_sync(text: &[u8]) -> bool {
    ["didOpen", "didChange", "didClose"].iter().any(|name| {
        let method = format!("textDocument/{name}");
        memchr::memmem::find(text, method.as_bytes()).is_some()
    })
}

fn id(text: &[u8]) -> Option<Id> {
    match serde_json::from_slice(text).ok()? {
        serde_json::Value::Number(number) => number.as_i64().map(Id::Number),
        serde_json::Value::String(text) => Some(Id::String(text)),
        _ => None,
    }
}

fn string(text: &[u8]) -> Option<String> {
    serde_json::from_str(&String::from_utf8_lossy(text)).ok()
}

enum Token<'a> {
    Open,
    Close,
    Colon,
    /// A string with its quotes.
    Text(&'a [u8]),
    Other,
}

struct Scanner<'a> {
    body: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let byte = *self.body.get(self.at)?;
            let start = self.at;
            self.at += 1;
            return Some(match byte {
                b'{' | b'[' => Token::Open,
                b'}' | b']' => Token::Close,
                b':' => Token::Colon,
                b'"' => {
                    self.end_string();
                    Token::Text(&self.body[start..self.at])
                }
                b if b.is_ascii_whitespace() => continue,
                _ => Token::Other,
            });
        }
    }

    /// Moves after the quote that ends a string.
    fn end_string(&mut self) {
        while let Some(found) = memchr::memchr2(b'"', b'\\', self.body.get(self.at..).unwrap_or_default()) {
            let quote = self.body[self.at + found] == b'"';
            self.at = (self.at + found + if quote { 1 } else { 2 }).min(self.body.len());
            if quote {
                return;
            }
        }
        self.at = self.body.len();
    }

    /// The next string or number.
    fn scalar(&mut self) -> Option<&'a [u8]> {
        while self.body.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        let start = self.at;
        if self.body.get(self.at) == Some(&b'"') {
            self.at += 1;
            self.end_string();
        } else {
            let part = |b: &&u8| b.is_ascii_alphanumeric() || b"+-.".contains(b);
            self.at += self.body.get(start..)?.iter().take_while(part).count();
        }
        // A number at the end may be truncated.
        (self.at > start && self.at < self.body.len()).then(|| &self.body[start..self.at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &str, id: Option<Id>, method: Option<&str>, uri: Option<&str>, syncs: bool) {
        let want = Peek { id, method: method.map(str::to_owned), uri: uri.map(str::to_owned), syncs };
        assert_eq!(peek(body.as_bytes()), want, "{body}");
    }

    #[test]
    fn whole_and_cut_off_messages_are_looked_at() {
        check(r#"{"jsonrpc":"2.0","id":7,"method":"x""#, Some(Id::Number(7)), None, None, false);
        check(r#"{"id": "a\"b", "method": "x", "params": ["#, Some("a\"b".into()), Some("x"), None, false);
        let change =
            r#"{"method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a","version":1.5"#;
        check(change, None, Some("textDocument/didChange"), Some("file:///a"), true);
        check(&format!("[{change}"), None, None, None, true);
        check(r#"{"params":{"id":3},"id":4}"#, Some(Id::Number(4)), None, None, false);
        check(r#"{"x":"textDocument/didClose","id":1.5}"#, None, None, None, true);
    }

    #[test]
    fn nothing_is_told_of_nothing() {
        for body in ["", "null", "{", "\"", "\\", "{\"id\"", "{\"id\":", "{\"id\":4", "}}}}{\"id\":", ":::"] {
            check(body, None, None, None, false);
        }
    }

    #[test]
    fn depth_does_no_harm() {
        let deep = format!("{{\"id\":5,\"params\":{}", "[".repeat(100_000));
        check(&deep, Some(Id::Number(5)), None, None, false);
    }
}
