//! The text at the cursor while a person types. Lines are often incomplete then, so this reads the line and not the
//! tree.

use super::chunk_blocks::{ChunkBlocks, in_body};
use crate::lexical::line::{self, Class, class, is_name};
use crate::vocabulary::{self, Takes};

/// What can be completed at the cursor. Ranges count from the start of the chunk; the completion replaces them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cursor {
    /// A tag, with its `@`. `alone`: the block has nothing else.
    Tag { word: (usize, usize), alone: bool },
    /// An id with its bracket, on the line that starts at `line`.
    Id { bracket: (usize, usize), line: usize },
    /// The target of a reference, without the `#`. `sharp`: there is a `#`.
    Target { name: (usize, usize), sharp: bool },
    /// A word of text that may become an `@ref`.
    Reference { word: (usize, usize) },
    /// An entry of `refs=`, whose value is `list`. `file` is the part before its `#`, if there is one; then `entry`
    /// starts after it.
    Refs { entry: (usize, usize), file: Option<String>, list: (usize, usize) },
    /// The key of an attribute. `open`: no `=` follows.
    Key { tag: String, word: (usize, usize), open: bool, line: usize },
    /// The value of an attribute, inside its quotes.
    Value { tag: String, key: String, word: (usize, usize) },
}

/// The cursor at `at`, an offset in the chunk.
pub fn cursor(chunk: &ChunkBlocks, at: usize) -> Option<Cursor> {
    if chunk.blocks.iter().any(|block| in_body(block, at)) {
        return None;
    }
    let mut range = chunk.line_at(at);
    if chunk.text.get(range.clone())?.starts_with('\u{feff}') {
        range.start += '\u{feff}'.len_utf8();
    }
    let start = range.start;
    let here = CursorLine { line: chunk.text.get(range)?, start, cursor: at.checked_sub(start)? };
    if let Some((word, rest)) = here.tag_word() {
        return Some(Cursor::Tag { word, alone: rest && !belongs_to_next(chunk, at) });
    }
    match class(here.line) {
        Class::Block(tag) => here.header(tag),
        Class::Item | Class::Quote => here.running(1),
        _ => None,
    }
}

/// Whether the next line is part of the block that starts on this one.
fn belongs_to_next(chunk: &ChunkBlocks, at: usize) -> bool {
    let rest = chunk.text.get(chunk.line_at(at).end..).unwrap_or("");
    let mut lines = rest.lines().skip(1);
    match lines.next().map(class) {
        Some(Class::Item | Class::Quote | Class::Fence(_)) => true,
        Some(Class::Blank) => {
            matches!(lines.find(|line| !line::is_blank(line)).map(class), Some(Class::Fence(_)))
        }
        _ => false,
    }
}

/// The line with the cursor. Its offsets are converted to offsets in the chunk.
struct CursorLine<'a> {
    line: &'a str,
    start: usize,
    cursor: usize,
}

impl<'a> CursorLine<'a> {
    fn before(&self) -> &'a str {
        self.line.get(..self.cursor).unwrap_or("")
    }

    fn place(&self, from: usize, to: usize) -> (usize, usize) {
        (self.start + from, self.start + to)
    }

    /// The end of the name at the cursor.
    fn name_end(&self) -> usize {
        let rest = self.line.as_bytes().get(self.cursor..).unwrap_or(b"");
        self.cursor + rest.iter().take_while(|byte| is_name(**byte)).count()
    }

    /// The tag at the cursor, or the word that may become one, and whether it is alone on its line.
    fn tag_word(&self) -> Option<((usize, usize), bool)> {
        let before = self.before();
        let name = before.strip_prefix('@').unwrap_or(before);
        if !name.bytes().all(is_name) || name.starts_with('-') {
            return None;
        }
        let end = self.name_end();
        let alone = line::is_blank(self.line.get(end..)?);
        (alone || before.starts_with('@')).then(|| (self.place(0, end), alone))
    }

    fn header(&self, tag: &str) -> Option<Cursor> {
        let from = 1 + tag.len();
        match vocabulary::tag(tag).map_or(Takes::Attributes, |tag| tag.takes) {
            Takes::Inline => match self.open_bracket(from) {
                Some(open) => self.in_bracket(tag, open),
                None => self.running(from),
            },
            Takes::Target => match self.open_bracket(from) {
                Some(open) => Some(self.id(open)),
                None => self.target(from),
            },
            _ => self.attributes(tag, from),
        }
    }

    /// The last bracket of an id that opens before the cursor and is not closed before it.
    fn open_bracket(&self, from: usize) -> Option<usize> {
        let before = self.before().get(from..)?;
        let open = match before.rfind("[#") {
            Some(open) => open,
            None if before.ends_with('[') => before.len() - 1,
            None => return None,
        };
        let mut quoted = false;
        let closed = before.get(open..)?.bytes().any(|byte| {
            quoted ^= byte == b'"';
            byte == b']' && !quoted
        });
        (!closed).then_some(from + open)
    }

    fn in_bracket(&self, tag: &str, open: usize) -> Option<Cursor> {
        match self.before().get(open..)?.find([' ', '\t']) {
            None => Some(self.id(open)),
            Some(space) => self.attributes(tag, open + space),
        }
    }

    fn id(&self, open: usize) -> Cursor {
        let mut end = self.name_end();
        if end == open + 1 && self.line.as_bytes().get(end) == Some(&b'#') {
            let name = self.line.as_bytes().get(end + 1..).unwrap_or(b"");
            end += 1 + name.iter().take_while(|byte| is_name(**byte)).count();
        }
        if self.line.as_bytes().get(end) == Some(&b']') {
            end += 1;
        }
        Cursor::Id { bracket: self.place(open, end), line: self.start }
    }

    /// `#ident`, or the position for it.
    fn target(&self, from: usize) -> Option<Cursor> {
        let word = self.before().get(from..)?;
        let trimmed = word.trim_start_matches(line::SPACES);
        if trimmed.len() == word.len() {
            return None;
        }
        let name = trimmed.strip_prefix('#');
        let sharp = name.is_some();
        let name = name.unwrap_or(trimmed);
        let all = name.bytes().all(is_name);
        let start = self.cursor - name.len();
        all.then(|| Cursor::Target { name: self.place(start, self.name_end()), sharp })
    }

    /// In the text of a paragraph, a heading, an item.
    fn running(&self, from: usize) -> Option<Cursor> {
        let before = self.before();
        if let Some(at) = before.rfind("@ref").filter(|at| *at >= from)
            && let Some(target) = self.target(at + "@ref".len())
            // Words after `@ref` are not the start of a name.
            && matches!(&target, Cursor::Target { name, sharp } if *sharp || name.0 == name.1)
        {
            return Some(target);
        }
        let word =
            before.get(from..)?.rfind([' ', '\t', '(', ',', ';', '*', '"']).map_or(from, |at| from + at + 1);
        let written = before.get(word..)?;
        let sharp = written.strip_prefix('#').is_some_and(|name| name.bytes().all(is_name));
        let at = !written.is_empty() && "@ref".starts_with(written);
        (sharp || at).then(|| Cursor::Reference { word: self.place(word, self.name_end()) })
    }

    /// Among the attributes, which start at `from`.
    fn attributes(&self, tag: &str, from: usize) -> Option<Cursor> {
        let bytes = self.before().as_bytes();
        let mut at = from;
        loop {
            while matches!(bytes.get(at), Some(b' ' | b'\t')) {
                at += 1;
            }
            let start = at;
            if bytes.get(at) == Some(&b'[') {
                return self.open_bracket(at).map(|open| self.id(open));
            }
            while bytes.get(at).is_some_and(|byte| is_name(*byte)) {
                at += 1;
            }
            match bytes.get(at) {
                None => {
                    // A key does not begin right after a value.
                    let separate = start
                        .checked_sub(1)
                        .is_some_and(|before| matches!(bytes.get(before), Some(b' ' | b'\t')));
                    let end = self.name_end();
                    let open = self.line.as_bytes().get(end) != Some(&b'=');
                    let word = self.place(start, end);
                    let tag = tag.to_owned();
                    return separate.then_some(Cursor::Key { tag, word, open, line: self.start });
                }
                Some(b'=') => {}
                Some(_) => return None,
            }
            let key = &self.line[start..at];
            at += 1;
            let quoted = bytes.get(at) == Some(&b'"');
            let value = at + usize::from(quoted);
            at = value;
            loop {
                match bytes.get(at) {
                    None => return Some(self.value(tag, key, value, quoted)),
                    Some(b'"') if quoted => break,
                    Some(b'\\') if quoted => at += 2,
                    Some(b' ' | b'\t') if !quoted => break,
                    Some(_) => at += 1,
                }
            }
            at += usize::from(quoted);
        }
    }

    fn value(&self, tag: &str, key: &str, from: usize, quoted: bool) -> Cursor {
        let rest = self.line.get(self.cursor..).unwrap_or("");
        let ends: &[char] = if quoted { &['"'] } else { &[' ', '\t', ']'] };
        let whole = self.cursor + rest.find(ends).unwrap_or(rest.len());
        if key == crate::lexical::refs::KEY {
            let written = &self.before()[from..];
            let entry = written.rfind(',').map_or(from, |comma| from + comma + 1);
            let entry = entry + (self.before()[entry..].len() - self.before()[entry..].trim_start().len());
            let end = self.cursor + rest.find([',', '"', ' ', ']']).unwrap_or(rest.len());
            let (file, start) = match self.before()[entry..].rfind('#') {
                Some(sharp) => (Some(self.before()[entry..entry + sharp].to_owned()), entry + sharp + 1),
                None => (None, entry),
            };
            return Cursor::Refs { entry: self.place(start, end), file, list: self.place(from, whole) };
        }
        Cursor::Value { tag: tag.to_owned(), key: key.to_owned(), word: self.place(from, whole) }
    }
}
