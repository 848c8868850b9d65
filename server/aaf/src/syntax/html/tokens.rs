//! The tokenizer: tags and comments.

use std::ops::Range;

use super::dialect::Braces;
use super::ends::{comment_end, end_tag_end, is_blank, is_tag_name, raw_end};
use super::expression::{self, Begun, End, Expression};
use super::expression_value;
use super::tags;
use super::token::{Attribute, AttributeValue, Rest, StartTag, Token, Unfinished};
use crate::syntax::template;

/// Reads tokens. Anything that cannot be a tag is text.
pub struct Tokens<'a> {
    text: &'a str,
    braces: Braces,
    at: usize,
    /// The element whose raw content comes next.
    raw: Option<Range<usize>>,
    /// Whether more lines follow. Then tokens that they may change are unfinished.
    partial: bool,
    /// Before this offset, nothing ends the value that is read.
    seen: usize,
    /// The last expression that was unfinished.
    begun: Option<Box<Begun>>,
}

/// A part of a tag that following lines decide: what the fields of [`Rest`] say.
struct Undecided {
    seen: usize,
    quote: Option<u8>,
}

const UNDECIDED: Undecided = Undecided { seen: 0, quote: None };

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str, braces: Braces) -> Self {
        Tokens { text, braces, at: 0, raw: None, partial: false, seen: 0, begun: None }
    }

    /// Reads the lines of `text`, which more lines follow.
    pub fn partial(text: &'a str, braces: Braces) -> Self {
        Tokens { partial: true, ..Tokens::new(text, braces) }
    }

    /// Goes on with an unfinished start tag. `text` has more lines than before.
    pub fn resume(
        text: &'a str,
        braces: Braces,
        tag: StartTag,
        rest: Rest,
    ) -> (Self, Result<Token, Unfinished>) {
        let mut tokens = Tokens { seen: rest.seen, begun: rest.begun, ..Tokens::partial(text, braces) };
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

    /// Passes the expression at `start`. `None` if it is not the mark of a block.
    fn block(&mut self, start: usize) -> Result<Option<Token>, Unfinished> {
        let (_, mark) = expression::begins(self.text, start);
        let end = self.expression(start);
        if let (End::Unfinished, true, Some(begun)) = (end, self.partial, self.begun.take()) {
            return Err(Unfinished::Expression(mark, begun.state));
        }
        self.at = match end {
            End::Closed(end) | End::Broken(end) => end,
            End::Unfinished => self.text.len(),
        };
        let closed = matches!(end, End::Closed(_));
        Ok(mark.filter(|_| closed).map(|mark| Token::Block(mark, start..self.at)))
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
            if let Some(end) = self.block_end(at) {
                tag.dynamic = true;
                at = end;
                continue;
            }
            if self.is_undecided(at) {
                let begun = self.begun.take();
                return Err(Unfinished::StartTag(tag, Rest { at: last, seen: 0, quote: None, begun }));
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
                        let begun = self.begun.take();
                        return Err(Unfinished::StartTag(tag, Rest { at: last, seen, quote, begun }));
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
    fn is_undecided(&mut self, at: usize) -> bool {
        let may_close = |tokens: &mut Self| match tokens.braces {
            Braces::Text => template::may_close(tokens.text, at),
            Braces::Expression => tokens.byte(at) == Some(b'{') && tokens.block_end(at).is_none(),
        };
        self.partial && (at >= self.text.len() || may_close(self))
    }

    /// The byte after the template block or the expression at `at`; `None` if there is none, or if more lines decide.
    fn block_end(&mut self, at: usize) -> Option<usize> {
        if self.braces == Braces::Text {
            return template::block_end(self.text, at);
        }
        if self.byte(at) != Some(b'{') {
            return None;
        }
        match self.expression(at) {
            End::Closed(end) | End::Broken(end) => Some(end),
            End::Unfinished => (!self.partial).then_some(self.text.len()),
        }
    }

    /// Where the expression ends whose brace is at `at`.
    fn expression(&mut self, at: usize) -> End {
        let (from, mut state) = match self.begun.take().filter(|begun| begun.start == at) {
            Some(begun) => (begun.at, begun.state),
            None => (expression::begins(self.text, at).0, Expression::new()),
        };
        let end = state.read(self.text, from);
        if end == End::Unfinished {
            self.begun = Some(Box::new(Begun { start: at, at: self.text.len(), state }));
        }
        end
    }

    /// The attribute that starts at `start`, and the byte after it.
    fn attribute(&mut self, start: usize) -> Result<(Attribute, usize), Undecided> {
        let mut end = start;
        while let Some(b) = self.byte(end) {
            if let Some(after) = self.block_end(end) {
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
    fn value(&mut self, start: usize, equals: usize) -> Result<(AttributeValue, usize), Undecided> {
        match self.byte(start) {
            Some(quote @ (b'"' | b'\'')) => {
                let (end, closed) = self.quoted_end(start + 1, quote)?;
                let written = AttributeValue { span: start + 1..end, quote: Some(quote), closed };
                Ok((written, end + usize::from(closed)))
            }
            None | Some(b'>' | b'<') if self.block_end(start).is_none() => {
                Ok((AttributeValue { span: equals..equals, quote: None, closed: true }, equals.max(start)))
            }
            _ => {
                let mut end = start;
                while let Some(b) = self.byte(end) {
                    if let Some(after) = self.block_end(end) {
                        end = after;
                    } else if self.is_undecided(end) {
                        return Err(UNDECIDED);
                    } else if is_blank(b) || b == b'>' || self.ends_component_tag(end) {
                        break;
                    } else {
                        end += 1;
                    }
                }
                let value = match self.braces {
                    Braces::Text => AttributeValue { span: start..end, quote: None, closed: true },
                    Braces::Expression => expression_value::of(self.text, start..end),
                };
                Ok((value, end))
            }
        }
    }

    /// Whether a slash at `at` closes a tag of Svelte. In HTML, it belongs to the value before it.
    fn ends_component_tag(&self, at: usize) -> bool {
        self.braces == Braces::Expression && self.rest(at).starts_with("/>")
    }

    /// Where a quoted value ends. If the next quote opens a value of another attribute on a later line, this one is
    /// unclosed and ends with its line.
    fn quoted_end(&mut self, start: usize, quote: u8) -> Result<(usize, bool), Undecided> {
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
            end = match self.block_end(end) {
                Some(after) => after,
                None if self.is_undecided(end) => return Err(Undecided { seen: end, quote: None }),
                None => end + 1,
            };
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
            if self.braces == Braces::Expression && self.byte(start) == Some(b'{') {
                match self.block(start).transpose() {
                    Some(found) => return Some(found),
                    None => continue,
                }
            }
            if let Some(end) = self.block_end(start) {
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
