//! Reads lines as blocks.

use std::collections::HashSet;

use memchr::memchr;
use smallvec::SmallVec;

use super::error::{ErrorKind, ParseError};
use super::lexer::{Fault, Lexer, Token};
use super::shape::Shape;
use crate::lexical::kind::Kind;
use crate::lexical::line::{self, Class, is_identifier, is_letter, is_name};
use crate::lexical::{markup, value};
use crate::vocabulary;

/// A block, where it starts, and where its last line ends.
pub struct ParsedBlock {
    pub shape: Shape,
    pub start: usize,
    /// Before the line ending, LF or CRLF.
    pub line_end: usize,
}

impl ParsedBlock {
    /// Moves the end of the last line before its line ending. While a block is read, a CR is white space.
    fn before_ending(mut self, source: &str) -> Self {
        if source.as_bytes().get(self.line_end) == Some(&b'\n') {
            self.line_end = self.start + source[self.start..self.line_end].trim_end_matches('\r').len();
        }
        self
    }
}

/// Passes each block of a document to `visit`, in order.
///
/// # Errors
/// The first error of the text or of `visit`.
pub fn blocks(
    source: &str,
    mut visit: impl FnMut(ParsedBlock) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    if u32::try_from(source.len()).is_err() {
        return Err(ParseError::new(source, 0, ErrorKind::TooLarge { bytes: source.len() }));
    }
    let mut parser = Parser { source, at: if source.starts_with('\u{feff}') { 3 } else { 0 }, text: false };
    loop {
        match parser.block() {
            Ok(None) => return Ok(()),
            Ok(Some(block)) => visit(block.before_ending(source))?,
            Err((offset, kind)) => return Err(ParseError::new(source, offset, kind)),
        }
    }
}

/// The block that `text` is, if it is exactly one block.
pub fn one(text: &str) -> Result<Option<Shape>, ParseError> {
    let mut only = None;
    let mut count = 0;
    blocks(text, |block| {
        count += 1;
        only = Some(block).filter(|block| block.start == 0);
        Ok(())
    })?;
    let whole = |block: &ParsedBlock| count == 1 && block.shape.end as usize == text.len();
    Ok(only.filter(whole).map(|block| block.shape))
}

struct Parser<'a> {
    source: &'a str,
    at: usize,
    /// Whether the line before ends with text that the next line could seem to continue.
    text: bool,
}

impl<'a> Parser<'a> {
    fn block(&mut self) -> Result<Option<ParsedBlock>, Fault> {
        let bytes = self.source.as_bytes();
        loop {
            let start = self.at;
            if start >= bytes.len() {
                return Ok(None);
            }
            // Most lines between blocks are empty.
            if bytes[start] == b'\n' {
                self.at += 1;
                self.text = false;
                continue;
            }
            let end = self.line_end(start);
            match line::class(&self.source[start..end]) {
                Class::Blank => self.text = false,
                Class::Comment => return Ok(Some(self.comment(start, end))),
                Class::Block(tag) => return self.tagged(start, end, tag).map(Some),
                Class::Fence(_) => return Err((start, ErrorKind::StrayFence)),
                Class::Item => return Err((start, ErrorKind::StrayItem)),
                Class::Quote => return Err((start, ErrorKind::StrayQuote)),
                Class::Other if self.text => return Err((start, ErrorKind::Continuation)),
                Class::Other => return Err((start, ErrorKind::StrayText)),
            }
            self.at = end + 1;
        }
    }

    fn line_end(&self, from: usize) -> usize {
        let rest = &self.source.as_bytes()[from..];
        memchr(b'\n', rest).map_or(self.source.len(), |at| from + at)
    }

    fn comment(&mut self, start: usize, end: usize) -> ParsedBlock {
        let content = self.trim(start + 2, end);
        let last = content.end.max(start + 2);
        self.at = end + 1;
        self.text = false;
        let shape = Shape {
            kind: Kind::Comment,
            fenced: false,
            tidy: last == end,
            tag_end: 2,
            content: relative(start, &content),
            id: 0..0,
            end: offset(start, last),
        };
        ParsedBlock { shape, start, line_end: end }
    }

    fn tagged(&mut self, start: usize, end: usize, tag: &str) -> Result<ParsedBlock, Fault> {
        let kind = Kind::of_tag(tag).ok_or_else(|| {
            let near = vocabulary::nearest_tag(tag).map(|near| near.word().to_owned());
            (start, ErrorKind::UnknownTag { tag: tag.to_owned(), near })
        })?;
        let tag_end = start + 1 + tag.len();
        let last = tag_end + trimmed_len(&self.source.as_bytes()[tag_end..end]);
        let shape = Shape {
            kind,
            fenced: false,
            tidy: last == end,
            tag_end: offset(start, tag_end),
            content: 0..0,
            id: 0..0,
            end: offset(start, last),
        };
        let mut block = ParsedBlock { shape, start, line_end: end };
        if kind.is_inline() {
            self.inline(&mut block, tag_end)?;
        } else {
            self.header(&mut block, tag_end)?;
        }
        self.at = end + 1;
        self.text = kind.is_inline();
        if kind.has_items() {
            self.items(&mut block);
        } else if kind.may_take_fence() {
            self.fence(&mut block, tag)?;
        }
        Ok(block)
    }

    /// Inline text, and the id with its attributes.
    fn inline(&self, block: &mut ParsedBlock, from: usize) -> Result<(), Fault> {
        let (start, end) = (block.start, block.line_end);
        let bracket = markup::final_bracket(&self.source[from..end]).map(|at| from + at);
        let content = self.trim(from, bracket.unwrap_or(end));
        let text = &self.source[content.clone()];
        let shape = &mut block.shape;
        // White space in an inline reference is not kept.
        shape.tidy &= memchr(b'@', text.as_bytes()).is_none();
        shape.tidy &= content.is_empty() || content.start == from + 1 && self.byte(from) == b' ';
        let text_end = if content.is_empty() { from } else { content.end };
        shape.content = relative(start, &content);
        if let Some(bracket) = bracket {
            shape.tidy &= bracket == text_end + 1 && self.byte(text_end) == b' ';
            self.id(block, bracket)?;
        }
        Ok(())
    }

    /// Attributes, or the target of a `@ref`; then the id.
    fn header(&self, block: &mut ParsedBlock, from: usize) -> Result<(), Fault> {
        let mut lexer = Lexer::new(self.source, from, false);
        if block.shape.kind == Kind::Ref {
            lexer.skip_spaces();
            let end = lexer.word_end(lexer.at);
            let word = &self.source[lexer.at..end];
            if word.is_empty() || word.starts_with("[#") {
                return Err((block.start, ErrorKind::BadReference));
            }
            let Some(name) = word.strip_prefix('#') else {
                return Err((lexer.at, ErrorKind::BadReference));
            };
            if !is_identifier(name) {
                return Err((lexer.at, ErrorKind::BadIdentifier { found: name.to_owned() }));
            }
            block.shape.tidy &= lexer.at == from + 1 && self.byte(from) == b' ';
            block.shape.content = relative(block.start, &(lexer.at + 1..end));
            lexer.at = end;
        }
        self.attributes(block, &mut lexer)
    }

    /// Attributes up to the end of the line, or to the end of the bracket.
    fn attributes(&self, block: &mut ParsedBlock, lexer: &mut Lexer<'a>) -> Result<(), Fault> {
        let mut keys: SmallVec<[&str; 8]> = SmallVec::new();
        let mut many: HashSet<&str> = HashSet::new();
        loop {
            let before = lexer.at;
            let token = lexer.next()?;
            match token {
                Token::Attribute { key, raw } => {
                    let at = lexer.at - raw.len() - key.len() - 1;
                    if block.shape.kind == Kind::Ref {
                        return Err((at, ErrorKind::BadReference));
                    }
                    // A set is faster than the list for blocks with many attributes.
                    let twice = if keys.len() < 32 {
                        keys.contains(&key)
                    } else {
                        if many.is_empty() {
                            many.extend(&keys);
                        }
                        !many.insert(key)
                    };
                    if twice {
                        return Err((at, ErrorKind::DuplicateKey { key: key.to_owned() }));
                    }
                    let sorted = keys.last().is_none_or(|last| *last < key);
                    let spaced = at == before + 1 && self.byte(before) == b' ';
                    block.shape.tidy &= sorted && spaced && value::is_canonical(raw);
                    keys.push(key);
                }
                Token::Open => {
                    block.shape.tidy &= lexer.at == before + 1 && self.byte(before) == b' ';
                    return self.id(block, lexer.at);
                }
                Token::Close => {
                    block.shape.tidy &= lexer.at == before;
                    return Ok(());
                }
                Token::End => return Ok(()),
            }
        }
    }

    /// `[#ident:HASH …]`, at the end of the line.
    fn id(&self, block: &mut ParsedBlock, bracket: usize) -> Result<(), Fault> {
        let start = bracket + 2;
        let mut lexer = Lexer::new(self.source, start, true);
        let word = &self.source[start..lexer.word_end(start)];
        let length = word.bytes().position(|b| !is_name(b)).unwrap_or(word.len());
        let name = word.split(':').next().unwrap_or("");
        if name.len() != length || !name.bytes().next().is_some_and(is_letter) {
            return Err((bracket + 1, ErrorKind::BadIdentifier { found: name.to_owned() }));
        }
        lexer.at = start + word.len();
        if let Some(digits) = word[length..].strip_prefix(':')
            && !is_hash(digits)
        {
            return Err((start + length, ErrorKind::BadHash { found: digits.to_owned() }));
        }
        block.shape.id = relative(block.start, &(start..start + length));
        if block.shape.kind.is_inline() {
            self.attributes(block, &mut lexer)?;
        } else {
            let before = lexer.at;
            match lexer.next()? {
                Token::Close | Token::End => {}
                Token::Attribute { .. } | Token::Open => {
                    let tag = &self.source[block.start + 1..block.start + block.shape.tag_end as usize];
                    return Err((before, ErrorKind::AttributesInId { tag: tag.to_owned() }));
                }
            }
            block.shape.tidy &= lexer.at == before;
        }
        if self.source.as_bytes().get(lexer.at) != Some(&b']') {
            return Err((bracket, ErrorKind::UnclosedId));
        }
        lexer.at += 1;
        lexer.skip_spaces();
        if lexer.at < block.line_end { Err((lexer.at, ErrorKind::AfterId)) } else { Ok(()) }
    }

    /// Items or quote lines on adjacent lines.
    fn items(&mut self, block: &mut ParsedBlock) {
        let quote = block.shape.kind == Kind::Quote;
        let (first, mut end) = (self.at, self.at);
        while self.at < self.source.len() {
            let line_end = self.line_end(self.at);
            let line = &self.source[self.at..line_end];
            match line::class(line) {
                Class::Quote if quote => {}
                Class::Item if !quote => {}
                _ => break,
            }
            let length = trimmed_len(line.as_bytes());
            let text = line.as_bytes().get(1..length).unwrap_or(b"");
            let marked =
                text.is_empty() || text[0] == b' ' && !matches!(text.get(1), Some(b' ' | b'\t' | b'\r'));
            block.shape.tidy &= length == line.len() && marked && memchr(b'@', text).is_none();
            end = self.at + length;
            block.shape.end = offset(block.start, end);
            block.line_end = line_end;
            self.at = line_end + 1;
            self.text = true;
        }
        block.shape.content = relative(block.start, &(first.min(end)..end));
    }

    /// A fence, after optional blank lines. Some kinds need one.
    fn fence(&mut self, block: &mut ParsedBlock, tag: &str) -> Result<(), Fault> {
        let header_end = self.at;
        let (open, tildes, mut at) = loop {
            let end = if self.at < self.source.len() { self.line_end(self.at) } else { self.at };
            let line = self.source.get(self.at..end).unwrap_or("");
            match line::class(line) {
                Class::Fence(tildes) => break (self.at, tildes, end + 1),
                Class::Blank if end < self.source.len() => self.at = end + 1,
                _ if block.shape.kind.needs_fence() => {
                    return Err((block.start, ErrorKind::FenceExpected { tag: tag.to_owned() }));
                }
                _ => {
                    // The blank lines do not belong to the block.
                    self.at = header_end;
                    return Ok(());
                }
            }
        };
        let shape = &mut block.shape;
        shape.fenced = true;
        shape.tidy &= open == header_end && at == open + tildes as usize + 1;
        let body = at;
        let mut longest = 2;
        let unterminated = || (open, ErrorKind::UnterminatedFence { tildes });
        while at < self.source.len() {
            let end = self.line_end(at);
            if self.source.as_bytes()[at] == b'~'
                && let Some(count) = line::tildes(&self.source[at..end])
            {
                if count == tildes {
                    let length = tildes as usize;
                    shape.tidy &= tildes == longest + 1 && end == at + length && at > body;
                    shape.tidy &= memchr(b'\r', &self.source.as_bytes()[body..at]).is_none();
                    // Without the line feed before the closer.
                    shape.content = relative(block.start, &(body.min(at)..(at - 1).max(body)));
                    shape.end = offset(block.start, at + length);
                    block.line_end = end;
                    self.at = end + 1;
                    return Ok(());
                }
                longest = longest.max(count);
            }
            at = end + 1;
        }
        Err(unterminated())
    }

    /// The range without white space at either end.
    fn trim(&self, from: usize, to: usize) -> std::ops::Range<usize> {
        let bytes = &self.source.as_bytes()[from..to];
        let end = trimmed_len(bytes);
        let start = bytes[..end].iter().position(|b| !is_space(*b)).unwrap_or(end);
        from + start..from + end
    }

    fn byte(&self, at: usize) -> u8 {
        self.source.as_bytes().get(at).copied().unwrap_or(0)
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

fn is_hash(digits: &str) -> bool {
    (1..=8).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_hexdigit())
}

/// The length without white space at the end.
fn trimmed_len(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|b| !is_space(*b)).map_or(0, |at| at + 1)
}

/// An offset from the start of a block. The size of the source was checked.
fn offset(start: usize, at: usize) -> u32 {
    u32::try_from(at - start).unwrap_or(u32::MAX)
}

fn relative(start: usize, range: &std::ops::Range<usize>) -> std::ops::Range<u32> {
    offset(start, range.start)..offset(start, range.end)
}
