//! Markup in inline text, and the id at its end. The first closer ends markup; there is no nesting and no escape. The
//! grammar reads the same text in the same way, which a property test checks.

use std::ops::Range;

use memchr::{memchr, memchr2, memrchr};
use serde::Serialize;

use crate::lexical::line::{SPACES, is_letter, is_name};

/// The kind of a run of inline text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RunKind {
    Text,
    Bold,
    Italic,
    Code,
    Ref,
}

/// Something in inline text that is not plain text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InlineToken {
    Markup {
        kind: RunKind,
        /// With delimiters.
        span: Range<usize>,
        /// Without.
        inner: Range<usize>,
    },
    /// The bracket of the id starts here.
    Id(usize),
}

/// Finds the markup of a text, one piece after another.
#[derive(Clone, Debug)]
pub struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// An id may end the text.
    ids: bool,
    /// No `_` after this position closes italic text.
    no_italic: bool,
}

impl<'a> Scanner<'a> {
    /// A scanner of a text that does not end with an id.
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0, ids: false, no_italic: false }
    }

    /// A scanner of a header's text, which an id may end.
    pub fn with_id(text: &'a str) -> Self {
        Self { ids: true, ..Self::new(text) }
    }

    pub fn next(&mut self) -> Option<InlineToken> {
        loop {
            let byte = *self.bytes().get(self.at)?;
            let found = match byte {
                b'*' | b'`' => self.span(byte),
                b'_' if !self.no_italic && !self.word_before() => self.span(byte),
                b'@' => self.reference(),
                b'[' if self.ids => final_bracket_at(self.text, self.at).map(|_| InlineToken::Id(self.at)),
                _ => None,
            };
            match &found {
                None => self.at += 1,
                Some(InlineToken::Markup { span, .. }) => self.at = span.end,
                Some(InlineToken::Id(_)) => self.at = self.text.len(),
            }
            if found.is_some() {
                return found;
            }
        }
    }

    fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    /// The markup from the opener at this position to the first closer.
    fn span(&mut self, delimiter: u8) -> Option<InlineToken> {
        let start = self.at;
        let Some(end) = self.closer(start + 1, delimiter) else {
            self.no_italic |= delimiter == b'_';
            return None;
        };
        let kind = match delimiter {
            b'*' => RunKind::Bold,
            b'_' => RunKind::Italic,
            _ => RunKind::Code,
        };
        Some(InlineToken::Markup { kind, span: start..end + 1, inner: start + 1..end })
    }

    fn closer(&self, from: usize, delimiter: u8) -> Option<usize> {
        let bytes = self.bytes();
        let mut at = from;
        loop {
            let rest = bytes.get(at..)?;
            let step = if self.ids { memchr2(delimiter, b'[', rest) } else { memchr(delimiter, rest) }?;
            at += step;
            if bytes[at] == delimiter {
                if delimiter != b'_' || !self.word_at(at + 1) {
                    return Some(at);
                }
            } else if bytes.get(at + 1) == Some(&b'#') {
                // A closer in the bracket of the id closes nothing. In another bracket it does.
                match look(self.text, at + 1) {
                    (true, _) => return None,
                    (false, end) => {
                        let inside = Self { ids: false, ..self.clone() }.closer(at + 1, delimiter);
                        if let Some(closer) = inside.filter(|closer| *closer < end) {
                            return Some(closer);
                        }
                        at = end;
                        continue;
                    }
                }
            }
            at += 1;
        }
    }

    /// `@ref #ident`.
    fn reference(&self) -> Option<InlineToken> {
        let rest = self.text.get(self.at..)?.strip_prefix("@ref")?;
        let target = rest.trim_start_matches(SPACES);
        let name = target.strip_prefix('#').filter(|_| target.len() < rest.len())?;
        if !name.bytes().next().is_some_and(is_letter) {
            return None;
        }
        let length = name.bytes().position(|b| !is_name(b)).unwrap_or(name.len());
        let start = self.text.len() - name.len();
        let inner = start..start + length;
        Some(InlineToken::Markup { kind: RunKind::Ref, span: self.at..inner.end, inner })
    }

    fn word_before(&self) -> bool {
        self.text.get(..self.at).and_then(|before| before.chars().next_back()).is_some_and(is_word)
    }

    fn word_at(&self, at: usize) -> bool {
        self.text.get(at..).and_then(|after| after.chars().next()).is_some_and(is_word)
    }
}

/// Whether `_` beside this character is part of a word. Beyond ASCII everything is, except the blocks of spaces,
/// punctuation and symbols that people set around words.
fn is_word(c: char) -> bool {
    match c {
        '\0'..='\x7f' => c.is_ascii_alphanumeric() || c == '_',
        '\u{80}'..='\u{bf}' => matches!(c, 'ª' | 'µ' | 'º'),
        '×' | '÷' | '\u{feff}' => false,
        '\u{2000}'..='\u{206f}' | '\u{2190}'..='\u{2bff}' => false,
        '\u{3000}'..='\u{3004}' | '\u{3008}'..='\u{3020}' => false,
        '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' => false,
        _ => true,
    }
}

/// The start of the bracket of the id at the end of this line.
pub fn final_bracket(line: &str) -> Option<usize> {
    let line = line.trim_end_matches(SPACES);
    if !line.ends_with(']') {
        return None;
    }
    let mut last = line.len();
    loop {
        last = memrchr(b'[', &line.as_bytes()[..last])?;
        if line.as_bytes().get(last + 1) == Some(&b'#') {
            break;
        }
    }
    let before = &line[..last];
    // Without quotes or with a single candidate, no other bracket and no markup can contain it.
    if memchr(b'"', line.as_bytes()).is_none() || !before.contains("[#") {
        return final_bracket_at(line, last);
    }
    let mut scanner = Scanner::with_id(line);
    loop {
        if let InlineToken::Id(at) = scanner.next()? {
            return Some(at);
        }
    }
}

fn final_bracket_at(text: &str, at: usize) -> Option<usize> {
    (text.as_bytes().get(at + 1) == Some(&b'#') && look(text, at + 1).0).then_some(at)
}

/// From the `#` of a `[#`: whether this bracket ends the line, and how far the text was read to decide. Quotes are
/// skipped. A `[` outside of quotes means that it does not.
fn look(text: &str, from: usize) -> (bool, usize) {
    let bytes = text.as_bytes();
    let byte = |at: usize| bytes.get(at).copied();
    let space = |at: usize| matches!(byte(at), Some(b' ' | b'\t' | b'\r'));
    let word = |at: usize| !space(at) && !matches!(byte(at), None | Some(b']' | b'['));
    let mut at = from;
    while word(at) {
        at += 1;
    }
    loop {
        while space(at) {
            at += 1;
        }
        match byte(at) {
            None | Some(b'[') => return (false, at),
            Some(b']') => {
                at += 1;
                while space(at) {
                    at += 1;
                }
                return (at >= bytes.len(), at);
            }
            Some(b'"') => {}
            Some(_) => {
                let mut value = false;
                while word(at) {
                    let equals = byte(at) == Some(b'=') && !value;
                    at += 1;
                    value |= equals;
                    if equals && byte(at) == Some(b'"') {
                        break;
                    }
                }
                if !value || byte(at) != Some(b'"') {
                    continue;
                }
            }
        }
        match quoted_end(bytes, at) {
            Ok(end) => at = end,
            // A bracket can close even if a quote is missing.
            Err(last) => return (last == b']', bytes.len()),
        }
    }
}

/// From an opening quote: the position after the closing one. Without a closing quote, the last visible byte of the
/// line, or 0 if it is escaped.
fn quoted_end(bytes: &[u8], open: usize) -> Result<usize, u8> {
    let mut at = open + 1;
    let mut last = 0;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'"' => return Ok(at),
            b'\\' if matches!(bytes.get(at), Some(b'"' | b'\\')) => {
                last = 0;
                at += 1;
            }
            b' ' | b'\t' | b'\r' => {}
            _ => last = byte,
        }
    }
    Err(last)
}
