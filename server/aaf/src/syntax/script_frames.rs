//! What is open in JSX and TSX: brackets, strings, comments, tags and elements, line by line.

mod tags;

use memchr::memmem;

use super::script_tokens::{
    begins_regex, is_generic, is_word, keeps_operator, regex_end, string_end, word_end,
};

/// How much may be open in each other. The rest of a deeper text is not cut.
const DEEP: usize = 512;

/// Something that is open.
#[derive(Debug)]
enum Frame {
    /// A bracket in code. `outer` says whether the line that opened it is not indented.
    Bracket {
        closer: u8,
        outer: bool,
    },
    Template,
    Comment,
    /// A start tag or an end tag. `slash` says whether it ends with a slash so far.
    Tag {
        name: String,
        closing: bool,
        slash: bool,
    },
    /// A value in a tag, with its quote.
    Quoted(u8),
    /// Type arguments in a tag.
    Generics,
    /// The content of an element.
    Children(String),
}

/// What the last token of code is, as far as `<` and `/` after it depend on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// Nothing, or the end of a statement.
    Start,
    /// An operator, an open bracket, or a word that a value follows.
    Operator,
    /// A value.
    Operand,
}

/// What is open, outermost first.
pub struct Frames {
    open: Vec<Frame>,
    last: Last,
    /// Whether the line is not indented.
    is_outer: bool,
    /// Whether the statement declares a type: it has no elements.
    in_type: bool,
    /// Whether too much was open.
    is_lost: bool,
}

impl Frames {
    pub fn new() -> Self {
        Frames { open: Vec::new(), last: Last::Start, is_outer: true, in_type: false, is_lost: false }
    }

    pub fn are_empty(&self) -> bool {
        self.open.is_empty() && !self.is_lost
    }

    /// Whether the next character is in a comment.
    pub fn are_comment(&self) -> bool {
        matches!(self.open.last(), Some(Frame::Comment))
    }

    /// Whether the next character is code, and no string of a template is around it.
    pub fn are_code(&self) -> bool {
        self.is_code() && !self.is_lost && !self.open.iter().any(|frame| matches!(frame, Frame::Template))
    }

    /// Whether the next character is text of an element, and no string of a template is around it.
    pub fn are_text(&self) -> bool {
        matches!(self.open.last(), Some(Frame::Children(_)))
            && !self.is_lost
            && !self.open.iter().any(|frame| matches!(frame, Frame::Template))
    }

    /// Whether nothing is open, and the text before may be a whole statement.
    pub fn may_end_statement(&self) -> bool {
        self.are_empty() && self.last != Last::Operator
    }

    /// Forgets what is open.
    pub fn clear(&mut self) {
        self.open.clear();
        self.last = Last::Start;
    }

    /// Notes how a line of code begins.
    pub fn begin_line(&mut self, line: &str) {
        self.is_outer = line.starts_with(|c: char| !c.is_whitespace());
        if self.is_outer && self.open.is_empty() {
            let mut words = line.split([' ', '\t']).filter(|word| !matches!(*word, "export" | "declare"));
            self.in_type = words.next().is_some_and(|word| matches!(word, "type" | "interface"));
        }
    }

    /// Reads a line.
    pub fn read(&mut self, line: &[u8]) {
        let mut at = 0;
        while at < line.len() && !self.is_lost {
            self.is_lost = self.open.len() > DEEP;
            at = match self.open.last() {
                None | Some(Frame::Bracket { .. }) => self.code(line, at),
                Some(Frame::Children(_)) => self.text(line, at),
                Some(Frame::Template) => self.template(line, at),
                Some(Frame::Tag { .. }) => self.tag(line, at),
                Some(Frame::Generics) => self.generics(line, at),
                Some(Frame::Quoted(quote)) => self.quoted(line, at, *quote),
                Some(Frame::Comment) => match memmem::find(rest(line, at), b"*/") {
                    Some(found) => {
                        self.open.pop();
                        at + found + 2
                    }
                    None => line.len(),
                },
            };
        }
    }

    fn is_code(&self) -> bool {
        matches!(self.open.last(), None | Some(Frame::Bracket { .. }))
    }

    /// Reads code up to the end of the line, or to where something else begins or ends.
    fn code(&mut self, line: &[u8], mut at: usize) -> usize {
        while let Some(&byte) = line.get(at) {
            let next = line.get(at + 1).copied().unwrap_or(b'\n');
            match byte {
                b' ' | b'\t' | b'\r' => {}
                b'"' | b'\'' => (at, self.last) = (string_end(line, at), Last::Operand),
                b'`' => return self.begin(Frame::Template, at + 1),
                b'/' if next == b'/' => return line.len(),
                b'/' if next == b'*' => return self.begin(Frame::Comment, at + 2),
                b'/' if self.last != Last::Operand && begins_regex(line, at) => {
                    (at, self.last) = (regex_end(line, at), Last::Operand);
                }
                b'<' if self.begins_element(line, at) => return self.begin_tag(line, at),
                b'(' => self.bracket(b')'),
                b'[' => self.bracket(b']'),
                b'{' => self.bracket(b'}'),
                b')' | b']' | b'}' => {
                    self.close(byte, at == 0);
                    if !self.is_code() {
                        return at + 1;
                    }
                }
                b'+' | b'-' if next == byte => at += 1,
                b';' => self.last = Last::Start,
                byte if is_word(byte) => {
                    let end = word_end(line, at);
                    let is_member = at > 0 && line.get(at - 1) == Some(&b'.');
                    let keeps = !is_member && keeps_operator(line.get(at..end).unwrap_or_default());
                    self.last = if keeps { Last::Operator } else { Last::Operand };
                    at = end;
                    continue;
                }
                _ => self.last = Last::Operator,
            }
            at += 1;
        }
        at
    }

    /// Whether an element begins in code, and not a comparison or type parameters.
    fn begins_element(&self, line: &[u8], at: usize) -> bool {
        let next = line.get(at + 1).copied().unwrap_or(b'\n');
        self.last != Last::Operand
            && !self.in_type
            && (is_word(next) && !next.is_ascii_digit() || next == b'>')
            && !is_generic(line, at + 1)
    }

    fn begin(&mut self, frame: Frame, at: usize) -> usize {
        self.open.push(frame);
        at
    }

    fn bracket(&mut self, closer: u8) {
        self.open.push(Frame::Bracket { closer, outer: self.is_outer });
        self.last = Last::Operator;
    }

    /// Closes a bracket. A brace also ends brackets and elements in it that have no end. If it begins a line that is not
    /// indented, it ends all up to a brace on such a line.
    fn close(&mut self, closer: u8, begins_line: bool) {
        self.last = Last::Operand;
        let is = |frame: &Frame| matches!(frame, Frame::Bracket { closer: one, .. } if *one == closer);
        let found = match self.open.last() {
            Some(frame) if is(frame) => self.open.len() - 1,
            _ if closer == b'}' => match self.open.iter().rposition(is) {
                Some(found) => found,
                None => return,
            },
            _ => return,
        };
        let is_outer = |frame: &Frame| matches!(frame, Frame::Bracket { outer: true, .. });
        let opened = self.open.get(found).is_some_and(is_outer);
        self.open.truncate(found);
        let in_template = self.open.iter().any(|frame| matches!(frame, Frame::Template));
        if begins_line && closer == b'}' && !opened && !in_template {
            let outer = self.open.iter().rposition(|frame| is(frame) && is_outer(frame));
            self.open.truncate(outer.unwrap_or(self.open.len()));
        }
    }

    fn template(&mut self, line: &[u8], mut at: usize) -> usize {
        while let Some(&byte) = line.get(at) {
            match byte {
                b'\\' => at += 1,
                b'`' => {
                    self.open.pop();
                    self.last = Last::Operand;
                    return at + 1;
                }
                b'$' if line.get(at + 1) == Some(&b'{') => {
                    self.bracket(b'}');
                    return at + 2;
                }
                _ => {}
            }
            at += 1;
        }
        at
    }
}

fn rest(line: &[u8], at: usize) -> &[u8] {
    line.get(at..).unwrap_or_default()
}
