//! Tags and the text between them.

use super::{Frame, Frames, Last, rest};
use crate::syntax::script_tokens::{is_word, string_end};

impl Frames {
    /// Reads text of an element.
    pub(super) fn text(&mut self, line: &[u8], at: usize) -> usize {
        let Some(found) = memchr::memchr3(b'<', b'{', b'}', rest(line, at)) else { return line.len() };
        let at = at + found;
        let next = line.get(at + 1).copied().unwrap_or(b'\n');
        match line.get(at) {
            Some(b'{') => {
                self.bracket(b'}');
                at + 1
            }
            Some(b'<') if next == b'/' || next == b'>' || (is_word(next) && !next.is_ascii_digit()) => {
                self.begin_tag(line, at)
            }
            Some(b'}') => {
                // A brace is not legal in text: something before it has no end.
                let is = |frame: &Frame| matches!(frame, Frame::Bracket { closer: b'}', .. });
                let brace = self.open.iter().rposition(is);
                self.open.truncate(brace.map_or(0, |brace| brace + 1));
                at
            }
            _ => at + 1,
        }
    }

    /// Begins the tag at `at`.
    pub(super) fn begin_tag(&mut self, line: &[u8], at: usize) -> usize {
        let closing = line.get(at + 1) == Some(&b'/');
        let start = at + 1 + usize::from(closing);
        let is_name = |byte: &u8| is_word(*byte) || matches!(byte, b'.' | b'-' | b':');
        let length = rest(line, start).iter().take_while(|byte| is_name(byte)).count();
        let name = String::from_utf8_lossy(rest(line, start).get(..length).unwrap_or_default()).into_owned();
        self.begin(Frame::Tag { name, closing, slash: false }, start + length)
    }

    pub(super) fn tag(&mut self, line: &[u8], mut at: usize) -> usize {
        while let Some(&byte) = line.get(at) {
            let next = line.get(at + 1).copied().unwrap_or(b'\n');
            match byte {
                b'>' => {
                    self.end_tag();
                    return at + 1;
                }
                b'"' | b'\'' => return self.begin(Frame::Quoted(byte), at + 1),
                b'{' => {
                    self.bracket(b'}');
                    return at + 1;
                }
                b'/' if next == b'/' => return line.len(),
                b'/' if next == b'*' => return self.begin(Frame::Comment, at + 2),
                b'<' if at > 0 && line.get(at - 1).copied().is_some_and(is_word) => {
                    return self.begin(Frame::Generics, at + 1);
                }
                // The tag has no end, or it is a comparison.
                b'<' => {
                    self.open.pop();
                    return at;
                }
                b'}' | b';' | b'(' | b')' => {
                    self.open.pop();
                    return at;
                }
                b' ' | b'\t' | b'\r' => {}
                _ => {
                    if let Some(Frame::Tag { slash, .. }) = self.open.last_mut() {
                        *slash = byte == b'/';
                    }
                }
            }
            at += 1;
        }
        at
    }

    /// Ends the innermost tag.
    fn end_tag(&mut self) {
        self.last = Last::Operand;
        let Some(Frame::Tag { name, closing, slash }) = self.open.pop() else { return };
        if closing {
            let limit = self.open.iter().rposition(|frame| !matches!(frame, Frame::Children(_)));
            let inner = self.open.get(limit.map_or(0, |limit| limit + 1)..).unwrap_or_default();
            let is = |frame: &Frame| matches!(frame, Frame::Children(one) if *one == name);
            let ended = inner.iter().rev().position(is).map(|depth| depth + 1);
            // The grammar of JSX does not compare names.
            let ended = ended.unwrap_or(usize::from(!inner.is_empty()));
            self.open.truncate(self.open.len() - ended);
        } else if !slash {
            self.open.push(Frame::Children(name));
        }
    }

    pub(super) fn quoted(&mut self, line: &[u8], at: usize, quote: u8) -> usize {
        let inside = rest(line, at);
        match memchr::memchr(quote, inside) {
            Some(end) => {
                self.open.pop();
                if let Some(Frame::Tag { slash, .. }) = self.open.last_mut() {
                    *slash = false;
                }
                at + end + 1
            }
            None => line.len(),
        }
    }

    pub(super) fn generics(&mut self, line: &[u8], mut at: usize) -> usize {
        while let Some(&byte) = line.get(at) {
            match byte {
                b'<' => return self.begin(Frame::Generics, at + 1),
                b'>' if at == 0 || line.get(at - 1) != Some(&b'=') => {
                    self.open.pop();
                    return at + 1;
                }
                b'"' | b'\'' => at = string_end(line, at),
                b'(' | b'[' | b'{' => {
                    self.bracket(match byte {
                        b'(' => b')',
                        b'[' => b']',
                        _ => b'}',
                    });
                    return at + 1;
                }
                b'/' | b';' | b')' | b']' | b'}' => {
                    self.open.pop();
                    return at;
                }
                _ => {}
            }
            at += 1;
        }
        at
    }
}
