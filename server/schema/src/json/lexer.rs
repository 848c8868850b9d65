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

/// Returns tokens. Comments are reported and skipped.
pub(super) struct Lexer<'a> {
    pub text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Lexer { text, at: if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 } }
    }

    /// The next token; always `End` at the end of the text.
    pub fn next(&mut self, problems: &mut Vec<Problem>) -> Token {
        self.skip_blanks(problems);
        let start = self.at;
        let Some(&byte) = self.text.as_bytes().get(start) else {
            return Token { kind: TokenKind::End, span: start..start };
        };
        let kind = match byte {
            b'{' | b'}' | b'[' | b']' | b':' | b',' => {
                self.at += 1;
                TokenKind::Punctuation(byte)
            }
            b'"' => self.quoted('"', problems),
            b'\'' if string::closes(self.text, start) => self.quoted('\'', problems),
            _ if is_word(byte) => {
                self.at += self.run(is_word);
                TokenKind::Word
            }
            _ => {
                self.at += self.run(is_garbage).max(1);
                while !self.text.is_char_boundary(self.at) {
                    self.at += 1;
                }
                TokenKind::Garbage
            }
        };
        Token { kind, span: start..self.at }
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
            self.at += self.run(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n'));
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
