//! The tokenizer: tags and comments.

use std::ops::Range;

use super::tags;
use crate::syntax::template;

/// A token. Text between tokens has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    Start(StartTag),
    End {
        name: Range<usize>,
        span: Range<usize>,
    },
    /// A comment, from `<!--` to `-->`.
    Comment(Range<usize>),
    /// The content of an element that is not markup: a script, a style, a textarea.
    Raw(Range<usize>),
    Doctype(Range<usize>),
}

impl Token {
    /// The whole of it.
    pub fn span(&self) -> Range<usize> {
        match self {
            Token::Start(tag) => tag.span.clone(),
            Token::End { span, .. } | Token::Comment(span) | Token::Raw(span) | Token::Doctype(span) => {
                span.clone()
            }
        }
    }
}

/// A start tag as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartTag {
    pub name: Range<usize>,
    /// From `<` to `>`, or to where the tag is cut off.
    pub span: Range<usize>,
    pub attributes: Vec<Attribute>,
    pub self_closing: bool,
    /// Whether a template adds attributes that are not written here.
    pub dynamic: bool,
}

/// An attribute as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    pub name: Range<usize>,
    pub value: Option<AttributeValue>,
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeValue {
    /// The bytes between the quotes, or of the bare word.
    pub span: Range<usize>,
    /// The quote around it, if there is one.
    pub quote: Option<u8>,
    /// False for an unclosed quote.
    pub closed: bool,
}

impl Attribute {
    /// Whether the quote around its value is unclosed.
    pub fn is_unclosed(&self) -> bool {
        self.value.as_ref().is_some_and(|value| !value.closed)
    }

    /// The whole of it.
    pub fn span(&self) -> Range<usize> {
        let end = self.value.as_ref().map_or(self.name.end, |value| {
            value.span.end + usize::from(value.quote.is_some() && value.closed)
        });
        self.name.start..end
    }
}

/// Reads tokens. Anything that cannot be a tag is text.
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// The element whose raw content comes next.
    raw: Option<Range<usize>>,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str) -> Self {
        Tokens { text, at: 0, raw: None }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn rest(&self, at: usize) -> &'a str {
        self.text.get(at..).unwrap_or("")
    }

    /// From `at` to the first byte that is not in a run of `member`s.
    fn run(&self, at: usize, member: fn(u8) -> bool) -> usize {
        let rest = self.text.as_bytes().get(at..).unwrap_or(&[]);
        at + rest.iter().take_while(|&&b| member(b)).count()
    }

    /// The content of a raw element up to its end tag, or to the end of the text.
    fn raw_content(&mut self, name: Range<usize>) -> Token {
        let (start, name) = (self.at, &self.text[name]);
        let rest = self.rest(start).as_bytes();
        let closes = |&at: &usize| {
            let tail = &rest[at..];
            let after = 2 + name.len();
            tail.get(1) == Some(&b'/')
                && tail.get(2..after).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
                && tail.get(after).is_none_or(|&b| is_blank(b) || matches!(b, b'/' | b'>'))
        };
        let end = memchr::memchr_iter(b'<', rest).find(closes).unwrap_or(rest.len());
        self.at = start + end;
        Token::Raw(start..self.at)
    }

    fn comment(&mut self, start: usize) -> Token {
        let rest = self.rest(start + 4);
        let closes = |&at: &usize| {
            let before = &rest.as_bytes()[..at];
            at == 0 || before == b"-" || before.ends_with(b"--") || before.ends_with(b"--!")
        };
        let end = memchr::memchr_iter(b'>', rest.as_bytes()).find(closes).map_or(rest.len(), |at| at + 1);
        self.at = start + 4 + end;
        Token::Comment(start..self.at)
    }

    fn end_tag(&mut self, start: usize) -> Token {
        let name = start + 2..self.run(start + 2, is_tag_name);
        let close = memchr::memchr2(b'>', b'<', self.rest(name.end).as_bytes());
        self.at = match close.map(|at| name.end + at) {
            Some(at) if self.byte(at) == Some(b'>') => at + 1,
            Some(at) => at,
            None => self.text.len(),
        };
        Token::End { name, span: start..self.at }
    }

    fn start_tag(&mut self, start: usize) -> Token {
        let name = start + 1..self.run(start + 1, is_tag_name);
        let mut tag = StartTag {
            name: name.clone(),
            span: start..name.end,
            attributes: Vec::new(),
            self_closing: false,
            dynamic: false,
        };
        let mut at = name.end;
        loop {
            at = self.run(at, is_blank);
            if let Some(end) = template::block_end(self.text, at) {
                tag.dynamic = true;
                at = end;
                continue;
            }
            match self.byte(at) {
                None | Some(b'<') => break,
                Some(b'>') => {
                    at += 1;
                    break;
                }
                Some(b'/') => {
                    tag.self_closing = self.byte(at + 1) == Some(b'>');
                    at += 1;
                }
                Some(_) => {
                    let (attribute, end) = self.attribute(at);
                    tag.dynamic |= self.text[attribute.name.clone()].contains(['{', '}']);
                    tag.attributes.push(attribute);
                    at = end;
                }
            }
        }
        tag.span.end = at;
        self.at = at;
        let raw = tags::is_raw(&self.text[name.clone()]);
        self.raw = raw.then_some(name);
        Token::Start(tag)
    }

    /// The attribute that starts at `start`, and the byte after it.
    fn attribute(&self, start: usize) -> (Attribute, usize) {
        let mut end = start;
        while let Some(b) = self.byte(end) {
            if let Some(after) = template::block_end(self.text, end) {
                end = after;
                continue;
            }
            // A `=` can only be the first character of a name.
            if is_blank(b) || matches!(b, b'/' | b'>' | b'<') || (b == b'=' && end > start) {
                break;
            }
            end += 1;
        }
        let name = start..end;
        let equals = self.run(end, is_blank);
        if self.byte(equals) != Some(b'=') {
            return (Attribute { name, value: None }, end);
        }
        let (value, end) = self.value(self.run(equals + 1, is_blank), equals + 1);
        (Attribute { name, value: Some(value) }, end)
    }

    /// The value at `start`; `equals` is the byte after the `=`, the offset of a missing value.
    fn value(&self, start: usize, equals: usize) -> (AttributeValue, usize) {
        match self.byte(start) {
            Some(quote @ (b'"' | b'\'')) => {
                let (end, closed) = self.quoted_end(start + 1, quote);
                let written = AttributeValue { span: start + 1..end, quote: Some(quote), closed };
                (written, end + usize::from(closed))
            }
            None | Some(b'>' | b'<') if template::block_end(self.text, start).is_none() => {
                (AttributeValue { span: equals..equals, quote: None, closed: true }, equals.max(start))
            }
            _ => {
                let mut end = start;
                while let Some(b) = self.byte(end) {
                    if let Some(after) = template::block_end(self.text, end) {
                        end = after;
                    } else if is_blank(b) || b == b'>' {
                        break;
                    } else {
                        end += 1;
                    }
                }
                (AttributeValue { span: start..end, quote: None, closed: true }, end)
            }
        }
    }

    /// Where a quoted value ends. If the next quote opens a value of another attribute on a later line, this one is
    /// unclosed and ends with its line.
    fn quoted_end(&self, start: usize, quote: u8) -> (usize, bool) {
        let mut end = start;
        loop {
            let rest = self.rest(end).as_bytes();
            let Some(found) = memchr::memchr3(quote, b'{', b'<', rest) else {
                return (self.line_end(start), false);
            };
            end += found;
            if self.byte(end) == Some(quote) {
                break;
            }
            end = template::block_end(self.text, end).unwrap_or(end + 1);
        }
        let value = &self.text[start..end];
        if value.contains('\n') && value.ends_with('=') {
            return (self.line_end(start), false);
        }
        (end, true)
    }

    /// The end of the line with `start`, without blanks and without what closes the tag.
    fn line_end(&self, start: usize) -> usize {
        let line = self.rest(start).split(['\n', '\r']).next().unwrap_or("");
        let kept = line.find('<').map_or(line, |at| &line[..at]).trim_end();
        start + kept.trim_end_matches(['>', '/']).trim_end().len()
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        if let Some(name) = self.raw.take() {
            return Some(self.raw_content(name));
        }
        loop {
            self.at += memchr::memchr2(b'<', b'{', self.rest(self.at).as_bytes())?;
            let start = self.at;
            if let Some(end) = template::block_end(self.text, start) {
                self.at = end;
                continue;
            }
            let rest = self.rest(start);
            if rest.starts_with("<!--") {
                return Some(self.comment(start));
            }
            let letter = |at| self.byte(at).is_some_and(|b| b.is_ascii_alphabetic());
            match self.byte(start + 1) {
                _ if !rest.starts_with('<') => self.at += 1,
                Some(b'/') if letter(start + 2) => return Some(self.end_tag(start)),
                Some(b'!' | b'?' | b'/') => {
                    let end = memchr::memchr(b'>', rest.as_bytes()).map_or(rest.len(), |at| at + 1);
                    self.at = start + end;
                    if rest.get(2..9).is_some_and(|word| word.eq_ignore_ascii_case("doctype")) {
                        return Some(Token::Doctype(start..self.at));
                    }
                }
                _ if letter(start + 1) => return Some(self.start_tag(start)),
                _ => self.at += 1,
            }
        }
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c)
}

fn is_tag_name(byte: u8) -> bool {
    !is_blank(byte) && !matches!(byte, b'/' | b'>' | b'<')
}
