//! Splits JSON into tokens: punctuation, strings, words and other characters.

use std::ops::Range;

use super::string::{self, Quoted};
use crate::{Problem, ProblemKind, Repair};

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    /// `{`, `}`, `[`, `]`, `:` or `,`.
    Punctuation(u8),
    /// A quoted string, decoded.
    String(Quoted),
    /// A run of letters, digits and signs: a literal, a number, or a word without quotes.
    Word,
    /// Other characters, which are not JSON.
    Garbage,
    /// The end of the text.
    End,
}

/// The kind of a token, without its content.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    Punctuation(u8),
    /// A string in these quotes.
    Quote(char),
    Word,
    Garbage,
    End,
}

/// Returns tokens. Comments are reported and skipped.
pub(super) struct Lexer<'a> {
    pub text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Lexer { text, at: if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 } }
    }

    /// A lexer of a text that is not the start of a file, so that a byte-order mark is not skipped.
    pub fn inside(text: &'a str) -> Self {
        Lexer { text, at: 0 }
    }

    /// The next token; always `End` at the end of the text.
    pub fn next(&mut self, problems: &mut Vec<Problem>) -> Token {
        self.skip_blanks(problems);
        let start = self.at;
        let kind = match self.shape() {
            Shape::Punctuation(byte) => TokenKind::Punctuation(byte),
            Shape::Quote(quote) => self.quoted(quote, problems),
            Shape::Word => TokenKind::Word,
            Shape::Garbage => TokenKind::Garbage,
            Shape::End => TokenKind::End,
        };
        Token { kind, span: start..self.at }
    }

    /// The kind of the next token and its span, without reading its content. Comments must have been skipped.
    pub fn next_shape(&mut self) -> (Shape, Range<usize>) {
        let start = self.at;
        let shape = self.shape();
        if let Shape::Quote(quote) = shape {
            self.at = string::extent(self.text, start, quote).0;
        }
        (shape, start..self.at)
    }

    /// The kind of the token at the current place. Goes behind it, except for a string.
    fn shape(&mut self) -> Shape {
        let start = self.at;
        let Some(&byte) = self.text.as_bytes().get(start) else { return Shape::End };
        match byte {
            b'{' | b'}' | b'[' | b']' | b':' | b',' => {
                self.at += 1;
                Shape::Punctuation(byte)
            }
            b'"' => Shape::Quote('"'),
            b'\'' if string::closes(self.text, start) => Shape::Quote('\''),
            _ if is_word(byte) => {
                self.at += self.run(is_word);
                Shape::Word
            }
            _ => {
                self.at += self.run(is_garbage).max(1);
                while !self.text.is_char_boundary(self.at) {
                    self.at += 1;
                }
                Shape::Garbage
            }
        }
    }

    /// Skips blanks and comments of a line. `in_comment` says whether the line starts and ends in a block comment.
    /// Returns whether a token is next.
    pub fn skip_comments(&mut self, in_comment: &mut bool) -> bool {
        loop {
            if *in_comment {
                let Some(end) = self.text[self.at..].find("*/") else { return false };
                self.at += end + 2;
                *in_comment = false;
            }
            self.at += self.run(is_blank);
            let rest = &self.text[self.at..];
            if rest.is_empty() || rest.starts_with("//") || rest.starts_with('#') {
                return false;
            }
            if !rest.starts_with("/*") {
                return true;
            }
            self.at += 2;
            *in_comment = true;
        }
    }

    /// Whether `byte` is next, after blanks and comments.
    pub fn next_is(&self, byte: u8) -> bool {
        let mut ahead = Lexer { text: self.text, at: self.at };
        ahead.skip_blanks(&mut Vec::new());
        self.text.as_bytes().get(ahead.at) == Some(&byte)
    }

    fn quoted(&mut self, quote: char, problems: &mut Vec<Problem>) -> TokenKind {
        let (quoted, end) = string::read(self.text, self.at, quote, problems);
        self.at = end;
        TokenKind::String(quoted)
    }

    fn run(&self, member: fn(u8) -> bool) -> usize {
        self.text.as_bytes()[self.at..].iter().take_while(|&&b| member(b)).count()
    }

    fn skip_blanks(&mut self, problems: &mut Vec<Problem>) {
        loop {
            self.at += self.run(is_blank);
            let rest = &self.text[self.at..];
            let length = if rest.starts_with("//") || rest.starts_with('#') {
                rest.find('\n').map_or(rest.len(), |end| rest[..end].trim_end_matches('\r').len())
            } else if let Some(inside) = rest.strip_prefix("/*") {
                inside.find("*/").map_or(rest.len(), |end| end + 4)
            } else {
                return;
            };
            let span = self.at..self.at + length;
            self.at = span.end;
            let repair = Repair::delete(span.clone(), "remove the comment");
            let problem = Problem::new(ProblemKind::Comment, span, "JSON has no comments: remove it");
            problems.push(problem.with_repair(Some(repair)));
        }
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'-' | b'+' | b'.')
}

fn is_garbage(byte: u8) -> bool {
    !is_word(byte)
        && !matches!(
            byte,
            b' ' | b'\t'
                | b'\r'
                | b'\n'
                | b'{'
                | b'}'
                | b'['
                | b']'
                | b':'
                | b','
                | b'"'
                | b'\''
                | b'#'
                | b'/'
        )
}
