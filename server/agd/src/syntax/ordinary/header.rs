//! The header of an ordinary block: inline text, attributes and ids.

use agmark_syntax::Span;

use super::inline_markup;
use crate::lexical::line::{SPACES, is_letter, is_name};
use crate::lexical::markup::{InlineToken, Scanner};
use crate::lexical::value;
use crate::syntax::block::{Attribute, Block, Id, Identifier, ValueKind};

/// Reads the inline text after the tag, and the id at its end. `None` if the header is not ordinary.
pub fn inline(block: &mut Block, text: &str) -> Option<()> {
    let end = block.span.end as usize;
    let rest = &text[block.tag.end as usize..end];
    let start = end - rest.trim_start_matches(SPACES).len();
    let content = &text[start..end];
    let mut scanner = Scanner::with_id(content);
    let mut text_end = end;
    while let Some(token) = scanner.next() {
        if let InlineToken::Id(at) = token {
            text_end = start + at;
            let mut reader = Reader { text, at: text_end, end };
            let id = reader.id(&mut block.attributes)?;
            if reader.at != end {
                return None;
            }
            block.ids.push(id);
        } else {
            block.markup.extend(inline_markup::of(token, start));
        }
    }
    let words = text[start..text_end].trim_end_matches(SPACES);
    if !words.is_empty() {
        block.text = Some(Span::new(start, start + words.len()));
    }
    block.header_end = end;
    Some(())
}

/// Reads the attributes, ids and targets after the tag. `None` if the header is not ordinary.
pub fn attributes(block: &mut Block, text: &str) -> Option<()> {
    let end = block.span.end as usize;
    let mut reader = Reader { text, at: block.tag.end as usize, end };
    while reader.skip_spaces() {
        match reader.byte()? {
            b'[' => {
                let id = reader.id(&mut block.attributes)?;
                block.ids.push(id);
                if reader.at < end && !reader.is_space() {
                    return None;
                }
            }
            b'#' => {
                let identifier = reader.identifier()?;
                block.targets.push(identifier);
                if reader.at < end && !reader.is_space() {
                    return None;
                }
            }
            _ => block.attributes.push(reader.attribute(false)?),
        }
    }
    block.header_end = end;
    Some(())
}

/// Reads the parts of a header up to `end`.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl Reader<'_> {
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at..self.end)?.first().copied()
    }

    fn is_space(&self) -> bool {
        matches!(self.byte(), Some(b' ' | b'\t' | b'\r'))
    }

    /// Skips white space; false at the end.
    fn skip_spaces(&mut self) -> bool {
        while self.is_space() {
            self.at += 1;
        }
        self.at < self.end
    }

    /// The number of bytes from here that fit.
    fn run(&self, fit: impl Fn(u8) -> bool) -> usize {
        let rest = &self.text.as_bytes()[self.at..self.end];
        rest.iter().position(|byte| !fit(*byte)).unwrap_or(rest.len())
    }

    /// `#ident`, at the `#`.
    fn identifier(&mut self) -> Option<Identifier> {
        let start = self.at;
        self.at += 1;
        self.byte().filter(|byte| is_letter(*byte))?;
        self.at += self.run(is_name);
        Some(Identifier { span: Span::new(start, self.at), good: true })
    }

    /// `[#ident:HASH key=value]`, at the bracket. Its attributes are added to `attributes`.
    fn id(&mut self, attributes: &mut Vec<Attribute>) -> Option<Id> {
        let start = self.at;
        self.at += 1;
        self.byte().filter(|byte| *byte == b'#')?;
        let identifier = self.identifier()?;
        let mut hash = None;
        if self.byte() == Some(b':') {
            let colon = self.at;
            self.at += 1;
            let digits = self.run(|byte| byte.is_ascii_hexdigit());
            self.at += digits;
            if !(1..=8).contains(&digits) {
                return None;
            }
            hash = Some(Span::new(colon, self.at));
        }
        while self.byte()? != b']' {
            if !self.is_space() {
                return None;
            }
            self.skip_spaces();
            if self.byte()? != b']' {
                attributes.push(self.attribute(true)?);
            }
        }
        self.at += 1;
        let good_hash = hash.is_some();
        Some(Id { span: Span::new(start, self.at), identifier, hash, good_hash, closed: true })
    }

    /// `key=value`, with white space or a closing bracket after it.
    fn attribute(&mut self, in_id: bool) -> Option<Attribute> {
        let start = self.at;
        self.at += self.run(is_name);
        let name = Span::new(start, self.at);
        if name.is_empty() || self.byte() != Some(b'=') {
            return None;
        }
        self.at += 1;
        let value = self.at;
        let value_kind = if self.byte() == Some(b'"') {
            self.at += 1;
            // Escapes are left to the parser.
            self.at += self.run(|byte| byte != b'"' && byte != b'\\');
            self.byte().filter(|byte| *byte == b'"')?;
            self.at += 1;
            let ends = self.byte().is_none_or(|byte| (in_id && byte == b']') || self.is_space());
            ends.then_some(ValueKind::Quoted)?
        } else {
            let ends = |byte: u8| matches!(byte, b' ' | b'\t' | b'\r') || (in_id && byte == b']');
            self.at += self.run(|byte| !ends(byte));
            match &self.text[value..self.at] {
                "" => return None,
                "true" | "false" => ValueKind::Boolean,
                raw if value::integer(raw).is_some() => ValueKind::Integer,
                _ => ValueKind::Bare,
            }
        };
        let (span, value) = (Span::new(start, self.at), Span::new(value, self.at));
        Some(Attribute { span, name, good_name: true, value, value_kind, in_id })
    }
}
