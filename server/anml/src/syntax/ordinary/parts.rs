//! The parts of an ordinary line.

use std::ops::Range;

use agmark_syntax::Span;
use smallvec::SmallVec;

use crate::syntax::chars::{is_blank, is_ref, is_word_byte, is_word_start, role, run, trim_end};
use crate::syntax::element::{Attribute, Element, ElementItem, Part};
use crate::syntax::node::Kind;
use crate::syntax::row::{Cell, Row};

/// The element at `range`, which ends without white space; `None` if it is not ordinary.
pub fn element(text: &str, range: Range<usize>) -> Option<Element> {
    Reader { bytes: &text.as_bytes()[..range.end], text, at: range.start, in_cell: false }.element()
}

/// The row at `range`, from its first bar to its last character; `None` if it is not ordinary.
pub fn row(text: &str, range: Range<usize>) -> Option<Row> {
    let bytes = &text.as_bytes()[..range.end];
    // A bar can be escaped.
    if memchr::memchr(b'\\', &bytes[range.clone()]).is_some() {
        return None;
    }
    let mut row = Row { span: Span::new(range.start, range.end), cells: SmallVec::new(), closed: false };
    let mut at = range.start + 1;
    // Whether the last part is a bar.
    let mut bar = true;
    let mut bars = 1;
    loop {
        let after = at;
        at += run(&bytes[at..], is_blank);
        match bytes.get(at) {
            None => break,
            Some(b'|') => {
                if bar {
                    row.cells.push(Cell { span: Span::at(after), element: None });
                }
                (bar, bars, at) = (true, bars + 1, at + 1);
            }
            Some(_) => {
                let end = at + memchr::memchr(b'|', &bytes[at..]).unwrap_or(bytes.len() - at);
                row.cells.push(cell(text, at, at + trim_end(&text[at..end]).len())?);
                (bar, at) = (false, end);
            }
        }
    }
    row.closed = bar && bars > 1;
    Some(row)
}

/// A cell. One that starts with `role#ref` is an element.
fn cell(text: &str, start: usize, end: usize) -> Option<Cell> {
    let content = &text[start..end];
    let (length, is_role) = role(content.as_bytes());
    let word = &content[..run(content.as_bytes(), |byte| !is_blank(byte))];
    let reference = word.get(length..).and_then(|rest| rest.strip_prefix('#'));
    if !is_role || !reference.is_some_and(is_ref) {
        return Some(Cell { span: Span::new(start, end), element: None });
    }
    let reader = Reader { bytes: &text.as_bytes()[..end], text, at: start, in_cell: true };
    let element = reader.element()?;
    Some(Cell { span: element.span, element: Some(Box::new(element)) })
}

/// Reads an element that fills the rest of `bytes`.
struct Reader<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
    in_cell: bool,
}

impl Reader<'_> {
    fn element(mut self) -> Option<Element> {
        let start = self.at;
        let (length, is_role) = role(&self.bytes[start..]);
        self.at += length;
        if !is_role || !(self.is_at_end() || matches!(self.byte(), Some(b'#' | b'"' | b'['))) {
            return None;
        }
        let mut element = Element {
            span: Span::new(start, self.bytes.len()),
            role: self.part(Kind::Role, start),
            reference: None,
            name: None,
            items: SmallVec::new(),
            note: None,
            in_cell: self.in_cell,
        };
        if self.byte() == Some(b'#') {
            element.reference = Some(self.reference()?);
        }
        loop {
            let blanks = self.run(is_blank);
            self.at += blanks;
            let start = self.at;
            match self.byte() {
                None => return Some(element),
                Some(b'"') if element.name.is_none() && element.items.is_empty() => {
                    self.string()?;
                    element.name = Some(self.part(Kind::Name, start));
                }
                Some(b'[') => element.items.push(ElementItem::Other(self.state()?)),
                Some(b'-') if blanks > 0 && !self.in_cell => {
                    element.note = Some(self.note()?);
                    return Some(element);
                }
                Some(byte) if is_word_start(byte) => element.items.push(self.word()?),
                Some(_) => return None,
            }
        }
    }

    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Whether a blank or nothing follows.
    fn is_at_end(&self) -> bool {
        self.byte().is_none_or(is_blank)
    }

    fn run(&self, fit: impl Fn(u8) -> bool) -> usize {
        run(&self.bytes[self.at..], fit)
    }

    /// The part from `start` to here.
    fn part(&self, kind: Kind, start: usize) -> Part {
        Part { kind, span: Span::new(start, self.at) }
    }

    /// `#ref`
    fn reference(&mut self) -> Option<Part> {
        let start = self.at;
        self.at += 1;
        self.at += self.run(|byte| byte.is_ascii_alphanumeric());
        let ends = self.is_at_end() || matches!(self.byte(), Some(b'"' | b'['));
        (ends && is_ref(&self.text[start + 1..self.at])).then(|| self.part(Kind::Ref, start))
    }

    /// Passes a JSON string. A blank, a bracket or nothing must follow.
    fn string(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            self.at += memchr::memchr2(b'"', b'\\', &self.bytes[self.at..])?;
            if self.byte() == Some(b'"') {
                self.at += 1;
                return (self.is_at_end() || self.byte() == Some(b'[')).then_some(());
            }
            self.at += 2;
            if self.at > self.bytes.len() {
                return None;
            }
        }
    }

    /// `[state]`
    fn state(&mut self) -> Option<Part> {
        let start = self.at;
        self.at += 1;
        self.byte().filter(|byte| is_word_start(*byte))?;
        self.at += self.run(is_word_byte);
        self.byte().filter(|byte| *byte == b']')?;
        self.at += 1;
        (self.is_at_end() || self.byte() == Some(b'[')).then(|| self.part(Kind::State, start))
    }

    /// `-- note`
    fn note(&mut self) -> Option<Part> {
        let start = self.at;
        self.bytes[start..].strip_prefix(b"--")?.first().is_none_or(|byte| is_blank(*byte)).then_some(())?;
        self.at = self.bytes.len();
        Some(self.part(Kind::Note, start))
    }

    /// `key=value` or a word without a value.
    fn word(&mut self) -> Option<ElementItem> {
        let start = self.at;
        self.at += self.run(is_word_byte);
        if self.byte() != Some(b'=') {
            return self.is_at_end().then(|| ElementItem::Other(self.part(Kind::BareWord, start)));
        }
        let key = self.part(Kind::Key, start);
        self.at += 1;
        let start = self.at;
        if self.is_at_end() {
            return None;
        }
        let kind = if self.byte() == Some(b'"') {
            self.string()?;
            Kind::String
        } else {
            self.at += self.run(|byte| !is_blank(byte));
            let reference = self.text[start..self.at].strip_prefix('#').is_some_and(is_ref);
            if reference { Kind::Reference } else { Kind::Value }
        };
        Some(ElementItem::Attribute(Attribute { key, value: self.part(kind, start) }))
    }
}
