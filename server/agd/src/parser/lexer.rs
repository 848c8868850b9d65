//! Attributes and the brackets around them.

use super::error::ErrorKind;
use crate::lexical::line::is_name;

/// A token of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    Attribute {
        key: &'a str,
        /// With quotes.
        raw: &'a str,
    },
    /// Before `[#`.
    Open,
    /// Before `]`, inside the bracket only.
    Close,
    /// The end of the line.
    End,
}

/// Reads a header from left to right, one line at most.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    text: &'a str,
    pub at: usize,
    in_id: bool,
}

/// The position and the kind of an error.
pub type Fault = (usize, ErrorKind);

impl<'a> Lexer<'a> {
    /// A lexer of `text` from `at` to the end of that line.
    pub fn new(text: &'a str, at: usize, in_id: bool) -> Self {
        Self { text, at, in_id }
    }

    pub fn next(&mut self) -> Result<Token<'a>, Fault> {
        self.skip_spaces();
        match self.byte(self.at) {
            None | Some(b'\n') => Ok(Token::End),
            Some(b'[') if !self.in_id && self.byte(self.at + 1) == Some(b'#') => Ok(Token::Open),
            Some(b']') if self.in_id => Ok(Token::Close),
            _ => self.attribute(),
        }
    }

    pub fn skip_spaces(&mut self) {
        while matches!(self.byte(self.at), Some(b' ' | b'\t' | b'\r')) {
            self.at += 1;
        }
    }

    fn attribute(&mut self) -> Result<Token<'a>, Fault> {
        let start = self.at;
        let mut end = start;
        while self.byte(end).is_some_and(is_name) {
            end += 1;
        }
        if self.byte(end) != Some(b'=') || end == start {
            return Err((start, self.no_attribute(start)));
        }
        let key = &self.text[start..end];
        let value = end + 1;
        let end = match self.byte(value) {
            Some(b'"') => self.quoted(value).ok_or((value, ErrorKind::UnterminatedQuote))?,
            _ => self.word_end(value),
        };
        if end == value {
            return Err((start, ErrorKind::MissingValue { key: key.to_owned() }));
        }
        self.at = end;
        Ok(Token::Attribute { key, raw: &self.text[value..end] })
    }

    /// The position after the closing quote.
    fn quoted(&self, open: usize) -> Option<usize> {
        let mut at = open + 1;
        loop {
            match self.byte(at)? {
                b'\n' => return None,
                b'"' => return Some(at + 1),
                b'\\' if matches!(self.byte(at + 1), Some(b'"' | b'\\')) => at += 2,
                _ => at += 1,
            }
        }
    }

    /// The end of a word without quotes: white space or, inside the bracket, the closing bracket.
    pub fn word_end(&self, from: usize) -> usize {
        let mut at = from;
        while !matches!(self.byte(at), None | Some(b' ' | b'\t' | b'\r' | b'\n')) {
            if self.in_id && self.byte(at) == Some(b']') {
                break;
            }
            at += 1;
        }
        at
    }

    /// The error of text that is not an attribute.
    fn no_attribute(&self, start: usize) -> ErrorKind {
        let found = &self.text[start..self.word_end(start)];
        if found.starts_with('"') {
            let closed = self.quoted(start).is_some();
            let found = found.to_owned();
            return if closed { ErrorKind::MissingEquals { found } } else { ErrorKind::UnterminatedQuote };
        }
        match found.split_once('=') {
            Some(("", _)) => ErrorKind::MissingKey { found: found.to_owned() },
            Some((key, _)) => ErrorKind::BadKey { key: key.to_owned() },
            None => ErrorKind::MissingEquals { found: found.to_owned() },
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }
}
