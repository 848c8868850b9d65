//! Follows the containers of JSON from line to line, without building a tree.
//!
//! The scan takes the same steps as the reader (`reader.rs`), also at errors, so that it knows which containers the
//! reader has open before each line. Where the reader looks at the next token, the scan waits for it.

use super::lexer::{Lexer, Shape};
use super::string;
use crate::MAX_DEPTH;

/// A container that is open before a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenContainer {
    pub is_map: bool,
    /// The last key of a map that was read. Kept for the outer two containers only.
    pub key: String,
}

/// The next token that is expected, as in the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expect {
    /// A key, a value or the end of the container.
    Item,
    Colon,
    Value,
    Separator,
    /// After a string where a colon or a value was expected: a colon makes it the key of the next member.
    ValueOrKey,
    /// After a word where a comma was expected: a colon makes it a key, otherwise it is skipped.
    SkippedOrKey,
}

/// How many containers keep their keys.
const KEPT: usize = 2;

/// A scan of JSON, line by line.
#[derive(Clone, Debug)]
pub struct Scan {
    stack: Vec<OpenContainer>,
    expect: Expect,
    /// The depth in a container that is nested too deeply to be read.
    skipped: usize,
    /// Whether the line starts in a block comment.
    in_comment: bool,
    /// Whether the value of the text has ended, so that the rest is not read.
    ended: bool,
    /// The string that may become a key.
    pending: String,
    is_first: bool,
    path: [&'static str; KEPT],
    /// The last string at `path`; empty if there is none.
    pub remembered: String,
}

impl Scan {
    /// A scan of a text from its start. It remembers the string at `path`.
    pub fn new(path: [&'static str; KEPT]) -> Self {
        Scan {
            stack: Vec::new(),
            expect: Expect::Value,
            skipped: 0,
            in_comment: false,
            ended: false,
            pending: String::new(),
            is_first: true,
            path,
            remembered: String::new(),
        }
    }

    /// A scan that continues in maps, before a member of the innermost one. Each has the key of the next one.
    pub fn inside(keys: &[&str], path: [&'static str; KEPT], remembered: String) -> Self {
        let mut stack: Vec<_> =
            keys.iter().map(|key| OpenContainer { is_map: true, key: (*key).to_owned() }).collect();
        stack.push(OpenContainer { is_map: true, key: String::new() });
        Scan { stack, expect: Expect::Item, is_first: false, remembered, ..Scan::new(path) }
    }

    /// The open containers, the outermost first, if a member of the innermost one can begin here.
    pub fn at_member(&self) -> Option<&[OpenContainer]> {
        let is_plain = !self.in_comment && !self.ended && self.skipped == 0;
        let in_map = self.stack.last().is_some_and(|one| one.is_map);
        (is_plain && in_map && self.expect == Expect::Item).then_some(&self.stack)
    }

    /// The open containers, the outermost first.
    pub fn open(&self) -> &[OpenContainer] {
        &self.stack
    }

    /// Reads a line, without its line feed.
    pub fn line(&mut self, line: &str) {
        let mut lexer = if self.is_first { Lexer::new(line) } else { Lexer::inside(line) };
        self.is_first = false;
        let mut is_fresh = true;
        loop {
            if self.ended || !lexer.skip_comments(&mut self.in_comment) {
                return;
            }
            let (shape, span) = lexer.next_shape();
            if shape == Shape::End {
                return;
            }
            let source = &line[span];
            self.token(shape, source, is_fresh);
            is_fresh = false;
        }
    }

    /// `is_fresh` says whether the token is the first of its line.
    fn token(&mut self, shape: Shape, source: &str, is_fresh: bool) {
        if self.skipped > 0 {
            return self.skip(shape);
        }
        match (self.expect, shape) {
            (Expect::ValueOrKey | Expect::SkippedOrKey, Shape::Punctuation(b':')) => {
                let key = std::mem::take(&mut self.pending);
                self.set_key(key);
                self.expect = Expect::Value;
                return;
            }
            (Expect::ValueOrKey, _) => {
                let text = std::mem::take(&mut self.pending);
                self.remember(text);
                self.attach();
            }
            (Expect::SkippedOrKey, _) => self.expect = Expect::Separator,
            _ => {}
        }
        match shape {
            Shape::Garbage if self.expect == Expect::Colon && source == "=" => self.expect = Expect::Value,
            Shape::Garbage | Shape::End => {}
            Shape::Punctuation(byte @ (b'}' | b']')) => self.close(byte == b'}'),
            _ => match self.expect {
                Expect::Item => self.item(shape, source, is_fresh),
                Expect::Colon => self.colon(shape, source, is_fresh),
                Expect::Value => self.value(shape, source, is_fresh),
                _ => self.separator(shape, source, is_fresh),
            },
        }
    }

    fn item(&mut self, shape: Shape, source: &str, is_fresh: bool) {
        match shape {
            Shape::Punctuation(b',') => {}
            _ if !self.in_map() => self.value(shape, source, is_fresh),
            Shape::Quote(_) | Shape::Word => {
                let key = self.kept_text(source);
                self.set_key(key);
                self.expect = Expect::Colon;
            }
            Shape::Punctuation(b':') => {
                self.set_key(String::new());
                self.expect = Expect::Value;
            }
            Shape::Punctuation(_) => {
                self.set_key(String::new());
                self.value(shape, source, is_fresh);
            }
            Shape::Garbage | Shape::End => {}
        }
    }

    fn colon(&mut self, shape: Shape, source: &str, is_fresh: bool) {
        match shape {
            Shape::Punctuation(b':') => self.expect = Expect::Value,
            Shape::Punctuation(b',') => self.expect = Expect::Item,
            Shape::Quote(_) => {
                self.pending = self.kept_text(source);
                self.expect = Expect::ValueOrKey;
            }
            _ => self.value(shape, source, is_fresh),
        }
    }

    fn value(&mut self, shape: Shape, source: &str, is_fresh: bool) {
        match shape {
            Shape::Punctuation(byte @ (b'{' | b'[')) => self.open_container(byte == b'{'),
            Shape::Punctuation(b',') if self.in_map() => self.expect = Expect::Item,
            Shape::Quote(_) if self.in_map() && is_fresh => {
                self.pending = self.kept_text(source);
                self.expect = Expect::ValueOrKey;
            }
            Shape::Quote(_) => {
                let text = self.kept_text(source);
                self.remember(text);
                self.attach();
            }
            Shape::Word => self.attach(),
            // In a list, the reader is still before an item.
            _ => {}
        }
    }

    fn separator(&mut self, shape: Shape, source: &str, is_fresh: bool) {
        match shape {
            Shape::Punctuation(b',') => self.expect = Expect::Item,
            Shape::Punctuation(b':') => {}
            Shape::Word if self.in_map() => {
                self.pending = self.kept_text(source);
                self.expect = Expect::SkippedOrKey;
            }
            Shape::Punctuation(_) if self.in_map() => {}
            _ => {
                self.expect = Expect::Item;
                self.item(shape, source, is_fresh);
            }
        }
    }

    fn open_container(&mut self, is_map: bool) {
        if self.stack.len() >= MAX_DEPTH {
            self.skipped = 1;
            return;
        }
        self.stack.push(OpenContainer { is_map, key: String::new() });
        self.expect = Expect::Item;
    }

    fn skip(&mut self, shape: Shape) {
        match shape {
            Shape::Punctuation(b'{' | b'[') => self.skipped += 1,
            Shape::Punctuation(b'}' | b']') => self.skipped -= 1,
            _ => {}
        }
        if self.skipped == 0 {
            self.attach();
        }
    }

    /// Closes the innermost map or list and what is open in it.
    fn close(&mut self, is_map: bool) {
        if let Some(depth) = self.stack.iter().rposition(|one| one.is_map == is_map) {
            self.stack.truncate(depth);
            self.attach();
        }
    }

    fn attach(&mut self) {
        self.expect = Expect::Separator;
        self.ended = self.stack.is_empty();
    }

    fn in_map(&self) -> bool {
        self.stack.last().is_some_and(|one| one.is_map)
    }

    /// The text of a string or a word, if the innermost container keeps its keys.
    fn kept_text(&self, source: &str) -> String {
        if self.stack.len() > KEPT { String::new() } else { string::content(source) }
    }

    /// Keeps the value of the current member, if it is at the remembered path.
    fn remember(&mut self, text: String) {
        if self.stack.len() == KEPT && self.stack.iter().map(|one| one.key.as_str()).eq(self.path) {
            self.remembered = text;
        }
    }

    fn set_key(&mut self, key: String) {
        if self.stack.len() <= KEPT
            && let Some(container) = self.stack.last_mut()
        {
            container.key = key;
        }
    }
}
