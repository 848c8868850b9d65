//! The class of a line for the line scan, which runs before there is a tree. The grammar reads lines in the same way.

use agmark_syntax::without_ending;

use crate::syntax::header_kind::HeaderKind;
use crate::syntax::indent::Indent;

/// A line without its line ending, split after its indent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndentedLine<'a> {
    pub indent: Indent,
    /// The text after the indent, with the blanks at its end.
    pub rest: &'a str,
}

/// The class of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineClass<'a> {
    Blank,
    Comment,
    Header(HeaderLine<'a>),
    /// A parameter. `opens`: its value is a text block that continues on the next line.
    Parameter {
        opens: bool,
    },
    /// A quoted string or a text block. `opens`: the block continues on the next line.
    Content {
        opens: bool,
    },
    /// A fence of `length` backticks. `endless`: no directive ends its block, because its language is GaryML.
    Fence {
        length: usize,
        endless: bool,
    },
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeaderLine<'a> {
    /// Without the dot.
    pub name: &'a str,
    /// Whether a text block starts on the line and continues on the next one.
    pub opens: bool,
    /// Whether the line contains something that does not belong in a header.
    pub malformed: bool,
}

/// The header above a line, which decides whether the line is a parameter or text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastHeader {
    pub indent: u32,
    pub kind: HeaderKind,
    /// Whether loose text has begun under it: deeper lines are text, too.
    pub begun: bool,
}

impl LastHeader {
    /// Whether `key` is a parameter. If other text is an implicit text body, only known keys are parameters, and only
    /// before that text.
    fn may_have(&self, key: &str) -> bool {
        !self.kind.has_body() || (self.kind.knows(key) && !self.begun)
    }

    /// Whether a line at `indent` continues the text below the header.
    pub fn holds(&self, indent: Indent) -> bool {
        self.begun && indent.width > self.indent
    }
}

pub const QUOTES: &str = "\"\"\"";

impl<'a> IndentedLine<'a> {
    /// Splits a line, which may have its line ending.
    pub fn new(line: &'a str) -> Self {
        let (indent, rest) = Indent::split(without_ending(line));
        Self { indent, rest }
    }

    pub fn is_blank(&self) -> bool {
        self.rest.is_empty()
    }

    /// The line's class outside of blocks and bodies.
    pub fn class(&self, last: Option<LastHeader>) -> LineClass<'a> {
        if !self.is_blank() && last.is_some_and(|last| last.holds(self.indent)) {
            return LineClass::Other;
        }
        match self.rest.as_bytes().first() {
            None => LineClass::Blank,
            Some(b'#') => LineClass::Comment,
            Some(b'.') => self.header().map_or(LineClass::Other, LineClass::Header),
            Some(b'`') => fence(self.rest).unwrap_or(LineClass::Other),
            Some(b'"' | b'\'') => quoted(self.rest),
            Some(_) => match key(self.rest) {
                Some((key, value)) if last.is_none_or(|last| last.may_have(key)) => {
                    LineClass::Parameter { opens: opens(value) }
                }
                _ => LineClass::Other,
            },
        }
    }

    /// The header that the line is, outside of blocks and bodies.
    pub fn header(&self) -> Option<HeaderLine<'a>> {
        let rest = self.rest.strip_prefix('.')?;
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let name = word(rest);
        let tail = &rest[name.len()..];
        if !(tail.is_empty() || tail.starts_with([' ', '\t', ':'])) {
            return None;
        }
        let (opens, malformed) = match tail_of(tail) {
            Tail::Fine => (false, false),
            Tail::Opens => (true, false),
            Tail::Malformed => (false, true),
        };
        Some(HeaderLine { name, opens, malformed })
    }

    /// Whether content follows a header's name in its line.
    pub fn has_content(&self) -> bool {
        let rest = self.rest.strip_prefix('.').unwrap_or(self.rest);
        let tail = rest[word(rest).len()..].trim_start_matches(BLANKS);
        tail.starts_with(['"', '\'']) || tail.strip_prefix(':').is_some_and(|value| !ends_line(value))
    }

    /// Whether the line is a directive that ends a block. It must be well formed, because code has lines with dots, too.
    pub fn is_directive(&self) -> bool {
        let Some(rest) = self.rest.strip_prefix('.') else { return false };
        if !rest.starts_with(|c: char| c.is_ascii_uppercase()) {
            return false;
        }
        let tail = &rest[word(rest).len()..];
        if let Some(after) = tail.strip_prefix(':') {
            return ends_or(after, |c| matches!(c, ' ' | '\t' | '"'));
        }
        let after = tail.trim_start_matches(BLANKS);
        if after.is_empty() {
            return true;
        }
        if after.len() == tail.len() {
            return false;
        }
        if let Some(comment) = after.strip_prefix('#') {
            return ends_or(comment, is_blank);
        }
        let key = word(after);
        match after[key.len()..].strip_prefix(['=', ':']) {
            Some(value) if starts_key(after) => {
                if after[key.len()..].starts_with('=') {
                    !value.starts_with(['=', '>'])
                } else {
                    ends_or(value, is_blank)
                }
            }
            _ => false,
        }
    }

    /// Whether the line closes a code block that `length` backticks opened.
    pub fn closes(&self, length: usize) -> bool {
        let rest = self.rest.trim_end_matches(BLANKS);
        rest.len() >= length && rest.bytes().all(|b| b == b'`')
    }
}

/// Whether a line contains only blanks and its ending.
pub fn is_blank_line(line: &str) -> bool {
    IndentedLine::new(line).is_blank()
}

/// A text without the line ending at its end and the blanks before it.
pub fn trim_end(text: &str) -> &str {
    without_ending(text).trim_end_matches(BLANKS)
}

/// How a header continues after its name.
enum Tail {
    Fine,
    Opens,
    Malformed,
}

pub const BLANKS: [char; 2] = [' ', '\t'];

fn is_blank(c: char) -> bool {
    BLANKS.contains(&c)
}

/// Whether a text is empty or its first character passes a test.
fn ends_or(text: &str, test: impl Fn(char) -> bool) -> bool {
    text.chars().next().is_none_or(test)
}

pub fn starts_key(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || !c.is_ascii())
}

/// The letters, digits and hyphens that a text begins with.
pub fn word(text: &str) -> &str {
    let ends = |c: char| c.is_ascii() && !c.is_ascii_alphanumeric() && c != '_' && c != '-';
    &text[..text.find(ends).unwrap_or(text.len())]
}

/// The key that a line begins with, and what follows its colon.
fn key(line: &str) -> Option<(&str, &str)> {
    if !starts_key(line) {
        return None;
    }
    let key = word(line);
    let value = line[key.len()..].trim_start_matches(BLANKS).strip_prefix(':')?;
    (!value.starts_with(':') && !value.starts_with("//")).then_some((key, value))
}

/// Whether a value starts a text block that continues on the next line.
fn opens(value: &str) -> bool {
    value.trim_start_matches(BLANKS).strip_prefix(QUOTES).is_some_and(|text| !text.contains(QUOTES))
}

fn fence(rest: &str) -> Option<LineClass<'_>> {
    let info = rest.trim_start_matches('`');
    let length = rest.len() - info.len();
    if length < 3 || info.contains('`') {
        return None;
    }
    let language = info.trim_start_matches(BLANKS).split([' ', '\t', '\r']).next();
    Some(LineClass::Fence { length, endless: language == Some("garyml") })
}

fn quoted(rest: &str) -> LineClass<'_> {
    if let Some(text) = rest.strip_prefix(QUOTES) {
        return LineClass::Content { opens: !text.contains(QUOTES) };
    }
    match after_string(rest) {
        Some(after) if ends_line(after) => LineClass::Content { opens: false },
        _ => LineClass::Other,
    }
}

/// Whether only a comment follows.
fn ends_line(after: &str) -> bool {
    let text = after.trim_start_matches(BLANKS);
    text.is_empty()
        || (text.len() < after.len() && text.strip_prefix('#').is_some_and(|rest| ends_or(rest, is_blank)))
}

/// The text after the string that a text starts with; `None` if the string is not closed.
pub fn after_string(text: &str) -> Option<&str> {
    let quote = text.chars().next()?;
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        if c == quote {
            return Some(&text[at + 1..]);
        }
        if c == '\\' && quote == '"' {
            chars.next_if(|&(_, next)| next == '"' || next == '\\');
        }
    }
    None
}

/// Reads a header's line after the name, as the grammar's scanner does.
fn tail_of(tail: &str) -> Tail {
    let text = tail.trim_start_matches(BLANKS);
    if let Some(value) = text.strip_prefix(':') {
        return value_tail(value);
    }
    if text.starts_with(['"', '\'']) {
        return value_tail(text);
    }
    let mut rest = tail;
    loop {
        let text = rest.trim_start_matches(BLANKS);
        if ends_line(rest) {
            return Tail::Fine;
        }
        if !starts_key(text) {
            return Tail::Malformed;
        }
        let after = text[word(text).len()..].trim_start_matches(BLANKS);
        let Some(value) = after.strip_prefix('=') else {
            return key(text).map_or(Tail::Malformed, |(_, value)| value_tail(value));
        };
        let value = value.trim_start_matches(BLANKS);
        rest = match value.chars().next() {
            None => return Tail::Fine,
            Some('\r') => return Tail::Malformed,
            Some('"' | '\'') => match after_string(value) {
                Some(after) => after,
                None => return Tail::Malformed,
            },
            Some('[') => match after_list(&value[1..]) {
                Some(after) => after,
                None => return Tail::Malformed,
            },
            Some(_) => &value[value.find([' ', '\t', '\r']).unwrap_or(value.len())..],
        };
    }
}

/// How a line ends whose value takes the rest of the line.
fn value_tail(value: &str) -> Tail {
    let text = value.trim_start_matches(BLANKS);
    if let Some(block) = text.strip_prefix(QUOTES) {
        return match block.find(QUOTES) {
            None => Tail::Opens,
            Some(at) if ends_line(&block[at + QUOTES.len()..]) => Tail::Fine,
            Some(_) => Tail::Malformed,
        };
    }
    let closed = match text.chars().next() {
        Some('"' | '\'') => after_string(text).is_some(),
        Some('[') => after_list(&text[1..]).is_some(),
        _ => true,
    };
    if closed { Tail::Fine } else { Tail::Malformed }
}

/// The text after a list whose `[` was read; `None` if the list is not closed.
fn after_list(list: &str) -> Option<&str> {
    let mut rest = list;
    loop {
        rest = rest.trim_start_matches(BLANKS);
        match rest.as_bytes().first()? {
            b']' => return Some(&rest[1..]),
            b',' => rest = &rest[1..],
            _ => rest = after_item(rest)?,
        }
    }
}

/// The text from the comma or bracket that ends an item of a list. Nested brackets are part of the item.
fn after_item(item: &str) -> Option<&str> {
    let text = if item.starts_with(['"', '\'']) { after_string(item)? } else { item };
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            ',' | ']' if depth == 0 => return Some(&text[at..]),
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
    }
    None
}
