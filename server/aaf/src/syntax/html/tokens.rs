//! The tokenizer: tags and comments.

use std::ops::Range;

use super::tags;
use super::token::{Attribute, AttributeValue, Rest, StartTag, Token, Unfinished};
use crate::syntax::template;

/// Reads tokens. Anything that cannot be a tag is text.
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// The element whose raw content comes next.
    raw: Option<Range<usize>>,
    /// Whether more lines follow. Then tokens that they may change are unfinished.
    partial: bool,
    /// Before this offset, nothing ends the value that is read.
    seen: usize,
}

/// A part of a tag that following lines decide: what the fields of [`Rest`] say.
struct Undecided {
    seen: usize,
    quote: Option<u8>,
}

const UNDECIDED: Undecided = Undecided { seen: 0, quote: None };

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str) -> Self {
        Tokens { text, at: 0, raw: None, partial: false, seen: 0 }
    }

    /// Reads the lines of `text`, which more lines follow.
    pub fn partial(text: &'a str) -> Self {
        Tokens { partial: true, ..Tokens::new(text) }
    }

    /// Goes on with an unfinished start tag. `text` has more lines than before.
    pub fn resume(text: &'a str, tag: StartTag, rest: &Rest) -> (Self, Result<Token, Unfinished>) {
        let mut tokens = Tokens { seen: rest.seen, ..Tokens::partial(text) };
        let token = tokens.rest_of_tag(tag, rest.at);
        (tokens, token)
    }

    /// Where the next token is searched, or where the unfinished one starts.
    pub fn at(&self) -> usize {
        self.at
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
    fn raw_content(&mut self, name: Range<usize>) -> Result<Token, Unfinished> {
        let start = self.at;
        let end = raw_end(self.rest(start), &self.text[name.clone()]);
        if end.is_none() && self.partial {
            return Err(Unfinished::Raw(name));
        }
        self.at = start + end.unwrap_or(self.rest(start).len());
        Ok(Token::Raw(start..self.at))
    }

    fn comment(&mut self, start: usize) -> Result<Token, Unfinished> {
        let rest = self.rest(start + 4);
        // `<!-->` and `<!--->` are comments too.
        let short = [">", "->"].into_iter().find(|short| rest.starts_with(short)).map(str::len);
        let end = short.or_else(|| comment_end(rest));
        if end.is_none() && self.partial {
            return Err(Unfinished::Comment);
        }
        self.at = start + 4 + end.unwrap_or(rest.len());
        Ok(Token::Comment(start..self.at))
    }

    fn end_tag(&mut self, start: usize) -> Result<Token, Unfinished> {
        let name = start + 2..self.run(start + 2, is_tag_name);
        let end = end_tag_end(self.rest(name.end));
        if end.is_none() && self.partial {
            return Err(Unfinished::EndTag(name));
        }
        self.at = end.map_or(self.text.len(), |end| name.end + end);
        Ok(Token::End { name, span: start..self.at })
    }

    fn start_tag(&mut self, start: usize) -> Result<Token, Unfinished> {
        let name = start + 1..self.run(start + 1, is_tag_name);
        let tag = StartTag {
            name: name.clone(),
            span: start..name.end,
            attributes: Vec::new(),
            self_closing: false,
            dynamic: false,
        };
        self.seen = 0;
        self.rest_of_tag(tag, name.end)
    }

    /// Reads the attributes of a tag from `at` on.
    fn rest_of_tag(&mut self, mut tag: StartTag, mut at: usize) -> Result<Token, Unfinished> {
        loop {
            let last = at;
            at = self.run(at, is_blank);
            if let Some(end) = template::block_end(self.text, at) {
                tag.dynamic = true;
                at = end;
                continue;
            }
            if self.is_undecided(at) {
                return Err(Unfinished::StartTag(tag, Rest { at: last, seen: 0, quote: None }));
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
                Some(_) => match self.attribute(at) {
                    Ok((attribute, end)) => {
                        tag.dynamic |= self.text[attribute.name.clone()].contains(['{', '}']);
                        tag.attributes.push(attribute);
                        (at, self.seen) = (end, 0);
                    }
                    Err(Undecided { seen, quote }) => {
                        return Err(Unfinished::StartTag(tag, Rest { at: last, seen, quote }));
                    }
                },
            }
        }
        tag.span.end = at;
        self.at = at;
        let raw = tags::is_raw(&self.text[tag.name.clone()]);
        self.raw = raw.then(|| tag.name.clone());
        Ok(Token::Start(tag))
    }

    /// Whether following lines decide what is at `at`.
    fn is_undecided(&self, at: usize) -> bool {
        self.partial && (at >= self.text.len() || template::may_close(self.text, at))
    }

    /// The attribute that starts at `start`, and the byte after it.
    fn attribute(&self, start: usize) -> Result<(Attribute, usize), Undecided> {
        let mut end = start;
        while let Some(b) = self.byte(end) {
            if let Some(after) = template::block_end(self.text, end) {
                end = after;
                continue;
            }
            if self.is_undecided(end) {
                return Err(UNDECIDED);
            }
            // A `=` can only be the first character of a name.
            if is_blank(b) || matches!(b, b'/' | b'>' | b'<') || (b == b'=' && end > start) {
                break;
            }
            end += 1;
        }
        let name = start..end;
        let equals = self.run(end, is_blank);
        if self.is_undecided(equals) {
            return Err(UNDECIDED);
        }
        if self.byte(equals) != Some(b'=') {
            return Ok((Attribute { name, value: None }, end));
        }
        let value = self.run(equals + 1, is_blank);
        if self.is_undecided(value) {
            return Err(UNDECIDED);
        }
        let (value, end) = self.value(value, equals + 1)?;
        Ok((Attribute { name, value: Some(value) }, end))
    }

    /// The value at `start`; `equals` is the byte after the `=`, the offset of a missing value.
    fn value(&self, start: usize, equals: usize) -> Result<(AttributeValue, usize), Undecided> {
        match self.byte(start) {
            Some(quote @ (b'"' | b'\'')) => {
                let (end, closed) = self.quoted_end(start + 1, quote)?;
                let written = AttributeValue { span: start + 1..end, quote: Some(quote), closed };
                Ok((written, end + usize::from(closed)))
            }
            None | Some(b'>' | b'<') if template::block_end(self.text, start).is_none() => {
                Ok((AttributeValue { span: equals..equals, quote: None, closed: true }, equals.max(start)))
            }
            _ => {
                let mut end = start;
                while let Some(b) = self.byte(end) {
                    if let Some(after) = template::block_end(self.text, end) {
                        end = after;
                    } else if self.is_undecided(end) {
                        return Err(UNDECIDED);
                    } else if is_blank(b) || b == b'>' {
                        break;
                    } else {
                        end += 1;
                    }
                }
                Ok((AttributeValue { span: start..end, quote: None, closed: true }, end))
            }
        }
    }

    /// Where a quoted value ends. If the next quote opens a value of another attribute on a later line, this one is
    /// unclosed and ends with its line.
    fn quoted_end(&self, start: usize, quote: u8) -> Result<(usize, bool), Undecided> {
        let mut end = start.max(self.seen);
        loop {
            let rest = self.rest(end).as_bytes();
            let Some(found) = memchr::memchr3(quote, b'{', b'<', rest) else {
                return match self.partial {
                    true => Err(Undecided { seen: self.text.len(), quote: Some(quote) }),
                    false => Ok((self.line_end(start), false)),
                };
            };
            end += found;
            if self.byte(end) == Some(quote) {
                break;
            }
            if self.is_undecided(end) {
                return Err(Undecided { seen: end, quote: None });
            }
            end = template::block_end(self.text, end).unwrap_or(end + 1);
        }
        let value = &self.text[start..end];
        if value.contains('\n') && value.ends_with('=') {
            return Ok((self.line_end(start), false));
        }
        Ok((end, true))
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
        self.read()?.ok()
    }
}

impl Tokens<'_> {
    /// The next token. It is unfinished only if more lines follow.
    pub fn read(&mut self) -> Option<Result<Token, Unfinished>> {
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
            if self.is_undecided(start) {
                return Some(Err(Unfinished::Block));
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
                    let end = memchr::memchr(b'>', rest.as_bytes());
                    if end.is_none() && self.partial {
                        return Some(Err(Unfinished::Declaration));
                    }
                    self.at = start + end.map_or(rest.len(), |at| at + 1);
                    if rest.get(2..9).is_some_and(|word| word.eq_ignore_ascii_case("doctype")) {
                        return Some(Ok(Token::Doctype(start..self.at)));
                    }
                }
                _ if letter(start + 1) => return Some(self.start_tag(start)),
                _ => self.at += 1,
            }
        }
    }
}

/// The byte after the end of a comment, in the text after its start.
pub fn comment_end(text: &str) -> Option<usize> {
    let closes = |&at: &usize| {
        let before = &text.as_bytes()[..at];
        before.ends_with(b"--") || before.ends_with(b"--!")
    };
    memchr::memchr_iter(b'>', text.as_bytes()).find(closes).map(|at| at + 1)
}

/// Where the content of a raw element ends: at its end tag.
pub fn raw_end(text: &str, name: &str) -> Option<usize> {
    let rest = text.as_bytes();
    let closes = |&at: &usize| {
        let tail = &rest[at..];
        let after = 2 + name.len();
        tail.get(1) == Some(&b'/')
            && tail.get(2..after).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
            && tail.get(after).is_none_or(|&b| is_blank(b) || matches!(b, b'/' | b'>'))
    };
    memchr::memchr_iter(b'<', rest).find(closes)
}

/// The byte after an end tag, in the text after its name. A `<` ends it too.
pub fn end_tag_end(text: &str) -> Option<usize> {
    let close = memchr::memchr2(b'>', b'<', text.as_bytes())?;
    Some(if text.as_bytes().get(close) == Some(&b'>') { close + 1 } else { close })
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c)
}

fn is_tag_name(byte: u8) -> bool {
    !is_blank(byte) && !matches!(byte, b'/' | b'>' | b'<')
}
