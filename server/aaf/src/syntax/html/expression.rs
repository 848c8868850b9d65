//! Expressions of Svelte: where the brace after them is.
//!
//! An expression has no elements. So a line that begins with a tag or a block shows that the brace of an expression has
//! no end, and the text from this line on is read as markup. Only an open template string or comment hides such a line.

use agmark_syntax::work;
use memchr::memmem;

use crate::syntax::script_tokens::{FAR, is_word, keeps_operator, regex_end, word_end};

/// How much may be open in an expression. A deeper one ends there.
const DEEP: usize = 512;

/// Something that is open in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opened {
    Brace,
    Template,
    Comment,
}

/// What is open after a part of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    open: Vec<Opened>,
    /// Whether the last token is a value, so that a slash after it divides.
    is_value: bool,
}

/// An expression of which a part was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begun {
    /// The offset of its brace.
    pub start: usize,
    /// Where to go on.
    pub at: usize,
    pub state: Expression,
}

/// What a mark of a block does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockMark {
    /// `{#if a}`
    Opens,
    /// `{:else}`
    Continues,
    /// `{/if}`
    Ends,
}

/// How the reading of an expression ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The byte after its brace.
    Closed(usize),
    /// The start of the markup after an expression without a brace.
    Broken(usize),
    /// More text decides.
    Unfinished,
}

impl Expression {
    /// An expression whose brace was read.
    pub fn new() -> Self {
        Expression { open: vec![Opened::Brace], is_value: false }
    }

    /// Reads on from byte `start` of `text`, which is in the expression.
    pub fn read(&mut self, text: &str, start: usize) -> End {
        let bytes = text.as_bytes();
        let mut at = start;
        let end = loop {
            let Some(inner) = self.open.last() else { break End::Closed(at) };
            if at >= bytes.len() {
                break End::Unfinished;
            }
            if self.open.len() > DEEP {
                break End::Broken(at);
            }
            at = match inner {
                Opened::Brace if begins_markup(bytes, at) => break End::Broken(at),
                Opened::Brace => self.code(bytes, at),
                Opened::Template => self.template(bytes, at),
                Opened::Comment => match memmem::find(rest(bytes, at), b"*/") {
                    Some(found) => {
                        self.open.pop();
                        at + found + 2
                    }
                    None => bytes.len(),
                },
            }
            .min(bytes.len());
        };
        work::add(1 + at - start);
        end
    }

    /// Reads code up to the end of the line, or to where something else begins or ends.
    fn code(&mut self, bytes: &[u8], mut at: usize) -> usize {
        while let Some(&byte) = bytes.get(at) {
            let next = bytes.get(at + 1).copied().unwrap_or(b'\n');
            match byte {
                b'\n' => return at + 1,
                b' ' | b'\t' | b'\r' => {}
                b'"' | b'\'' => {
                    (at, self.is_value) = (string_end(bytes, at), true);
                    continue;
                }
                b'`' => return self.begin(Opened::Template, at + 1),
                b'/' if next == b'/' => return line_end(bytes, at),
                b'/' if next == b'*' => return self.begin(Opened::Comment, at + 2),
                b'/' if !self.is_value => {
                    let near = rest(bytes, at);
                    let near = near.get(..near.len().min(FAR)).unwrap_or_default();
                    let line = near.get(..line_end(near, 0)).unwrap_or_default();
                    let end = regex_end(line, 0);
                    (at, self.is_value) = (at + end, end > 0);
                }
                b'{' => return self.begin(Opened::Brace, at + 1),
                b'}' => {
                    self.open.pop();
                    self.is_value = true;
                    return at + 1;
                }
                b')' | b']' => self.is_value = true,
                b'+' | b'-' if next == byte => at += 1,
                byte if is_word(byte) => {
                    let end = word_end(bytes, at);
                    let is_member = at > 0 && bytes.get(at - 1) == Some(&b'.');
                    self.is_value = is_member || !keeps_operator(bytes.get(at..end).unwrap_or_default());
                    at = end;
                    continue;
                }
                _ => self.is_value = false,
            }
            at += 1;
        }
        at
    }

    fn template(&mut self, bytes: &[u8], mut at: usize) -> usize {
        while let Some(found) = memchr::memchr3(b'\\', b'`', b'$', rest(bytes, at)) {
            at += found;
            match (bytes.get(at), bytes.get(at + 1)) {
                (Some(b'\\'), _) => at += 2,
                (Some(b'$'), Some(b'{')) => return self.begin(Opened::Brace, at + 2),
                (Some(b'`'), _) => {
                    self.open.pop();
                    self.is_value = true;
                    return at + 1;
                }
                _ => at += 1,
            }
        }
        bytes.len()
    }

    fn begin(&mut self, opened: Opened, at: usize) -> usize {
        self.open.push(opened);
        self.is_value = false;
        at
    }
}

/// What the brace at `at` begins: the byte from which on its expression is read, and the mark of a block.
pub fn begins(text: &str, at: usize) -> (usize, Option<BlockMark>) {
    let bytes = text.as_bytes();
    let start = at + 1;
    let mark = start + rest(bytes, start).iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let block = match bytes.get(mark) {
        Some(b'#') => BlockMark::Opens,
        Some(b':') => BlockMark::Continues,
        // A regular expression cannot begin here.
        Some(b'/') if !matches!(bytes.get(mark + 1), Some(b'/' | b'*')) => BlockMark::Ends,
        _ => return (start, None),
    };
    (mark + 1, Some(block))
}

/// Whether a line starts at `at` that begins with a tag or a block.
fn begins_markup(bytes: &[u8], at: usize) -> bool {
    if at > 0 && bytes.get(at - 1) != Some(&b'\n') {
        return false;
    }
    let line = rest(bytes, at);
    let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let line = rest(line, blanks);
    let is_letter = |at: usize| line.get(at).is_some_and(u8::is_ascii_alphabetic);
    match (line.first(), line.get(1)) {
        (Some(b'<'), Some(b'/')) => is_letter(2),
        (Some(b'<'), _) => is_letter(1) || line.starts_with(b"<!--"),
        (Some(b'{'), Some(b'#' | b':' | b'/' | b'@')) => is_letter(2),
        _ => false,
    }
}

/// The byte after the string at `at`. A string without an end ends with its line.
fn string_end(bytes: &[u8], at: usize) -> usize {
    let quote = bytes.get(at).copied();
    let mut end = at + 1;
    while let Some(&byte) = bytes.get(end) {
        match byte {
            b'\n' => return end,
            b'\\' if bytes.get(end + 1) != Some(&b'\n') => end += 1,
            byte if Some(byte) == quote => return end + 1,
            _ => {}
        }
        end += 1;
    }
    bytes.len()
}

/// The byte after the line with `at`.
fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', rest(bytes, at)).map_or(bytes.len(), |end| at + end + 1)
}

fn rest(bytes: &[u8], at: usize) -> &[u8] {
    bytes.get(at..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What follows the expression that the text begins with.
    fn after(text: &str) -> &str {
        match Expression::new().read(text, begins(text, 0).0) {
            End::Closed(end) | End::Broken(end) => &text[end..],
            End::Unfinished => "unfinished",
        }
    }

    #[test]
    fn an_expression_ends_at_its_own_brace() {
        assert_eq!(after("{a}b"), "b");
        assert_eq!(after("{() => { go({ a: '}', b: \"{\" }); }}>"), ">");
        assert_eq!(after("{`a${b ? `}` : '{'}}`}c"), "c");
        assert_eq!(after("{a /* } */ + b // }\n}c"), "c");
        assert_eq!(after("{s.replace(/[}/]/g, '') / 2 / 3}c"), "c");
        assert_eq!(after("{/if}</p>\n{/if}"), "</p>\n{/if}");
        assert_eq!(after("{a\n  < b}c"), "c");
        assert_eq!(after("{'it\\'s'}c"), "c");
    }

    #[test]
    fn markup_ends_an_expression_without_a_brace() {
        assert_eq!(after("{ words</p>\n  </section>\n"), "  </section>\n");
        assert_eq!(after("{ 'words\n<p>}"), "<p>}");
        assert_eq!(after("{ a\n{/if}"), "{/if}");
        assert_eq!(after("{@html `\n<p>`}b"), "b");
        assert_eq!(after("{ a\n<"), "unfinished");
    }
}
