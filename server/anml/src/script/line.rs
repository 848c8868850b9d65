//! The words of a line of an action script.

/// A word, or a string with its quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    pub text: &'a str,
    /// In bytes of the line.
    pub at: usize,
}

/// The words of a line, without comments.
pub fn tokens(line: &str) -> Vec<Token<'_>> {
    read(line).0
}

/// The start of the note at the end of an action, after its dashes.
pub fn note(line: &str) -> Option<usize> {
    read(line).1
}

/// The words of a line, and where its note begins.
fn read(line: &str) -> (Vec<Token<'_>>, Option<usize>) {
    let mut tokens = Vec::new();
    let start = line.trim_start();
    if start.trim_end() == "#" || start.starts_with("# ") {
        return (tokens, None);
    }
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at].is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let end = if bytes[at] == b'"' { string_end(bytes, at) } else { word_end(bytes, at) };
        let text = &line[at..end];
        if text == "--" {
            return (tokens, Some(end));
        }
        tokens.push(Token { text, at });
        at = end;
    }
    (tokens, None)
}

fn word_end(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(u8::is_ascii_whitespace).map_or(bytes.len(), |n| at + n)
}

/// The offset after the closing quote, or the end of the line without one.
fn string_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while end < bytes.len() {
        match bytes[end] {
            b'\\' => end += 1,
            b'"' => return end + 1,
            _ => {}
        }
        end += 1;
    }
    bytes.len()
}
