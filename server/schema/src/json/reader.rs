//! Builds the tree from tokens, and finds what a person probably meant at each error.

use std::collections::HashMap;
use std::ops::Range;

use super::frame::{Frame, Items};
use super::lexer::{Lexer, Token, TokenKind};
use super::number::{self, Word};
use super::piece::{OpenAtEnd, PieceOfJson};
use crate::{Key, MAX_PROBLEMS, Map, Node, Parsed, Problem, ProblemKind, Repair, Style, Value, shown};

/// The expected next token in the innermost container or, without one, in the text.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Expect {
    /// A key, a value or the end of the container, directly after its start.
    FirstItem,
    /// A key or a value, after a comma.
    Item,
    /// The `:` after a key.
    Colon,
    /// The value after a colon or of the whole text.
    Value,
    /// A comma or the end of the container.
    Separator,
}

/// How many of the outer containers may cross pieces of a text.
const CROSSING: usize = 2;

pub(super) struct JsonReader<'a> {
    pub(super) lexer: Lexer<'a>,
    pub(super) token: Token,
    /// The end of the last token, and the position of its comma.
    pub(super) end: usize,
    comma: usize,
    pub(super) expect: Expect,
    pub(super) stack: Vec<Frame>,
    pub(super) root: Option<Node>,
    pub(super) problems: Vec<Problem>,
    /// How many of the outer containers may be closed by a later piece of the text.
    crossing: usize,
}

impl<'a> JsonReader<'a> {
    pub fn new(text: &'a str) -> Self {
        let mut lexer = Lexer::new(text);
        let mut problems = Vec::new();
        let token = lexer.next(&mut problems);
        let (stack, root) = (Vec::new(), None);
        JsonReader {
            lexer,
            token,
            end: 0,
            comma: 0,
            expect: Expect::Value,
            stack,
            root,
            problems,
            crossing: 0,
        }
    }

    /// A reader of a piece of a text. `keys` are the keys of the maps in which the piece starts, before a member; empty
    /// for the first piece.
    pub fn of_piece(text: &'a str, keys: &[&str]) -> Self {
        let mut reader = Self::new(text);
        reader.crossing = CROSSING;
        if keys.is_empty() {
            return reader;
        }
        reader.lexer = Lexer::inside(text);
        reader.problems.clear();
        reader.token = reader.lexer.next(&mut reader.problems);
        reader.expect = Expect::Item;
        let keys =
            keys.iter().map(|key| Some(Key { text: (*key).to_owned(), span: 0..0, style: Style::Inherited }));
        reader.stack = keys
            .chain([None])
            .map(|key| Frame {
                start: 0,
                is_inherited: true,
                items: Items::Map { map: Map::default(), key, seen: HashMap::new() },
            })
            .collect();
        reader
    }

    pub fn read(self) -> Parsed {
        self.read_piece().parsed
    }

    pub fn read_piece(mut self) -> PieceOfJson {
        while self.token.kind != TokenKind::End && self.root.is_none() && self.problems.len() < MAX_PROBLEMS {
            self.step();
        }
        let complete = self.root.is_some() || self.token.kind == TokenKind::End;
        if self.root.is_some() && self.token.kind != TokenKind::End {
            let message = format!("unexpected {} after the end of the value", self.name());
            self.report(ProblemKind::Syntax, self.token.span.clone(), message);
        }
        let closed_by_end = self.stack.len();
        let open = self.stack.iter().take(if complete { self.crossing } else { 0 }).map(|frame| OpenAtEnd {
            start: (!frame.is_inherited).then_some(frame.start),
            is_map: matches!(frame.items, Items::Map { .. }),
        });
        let (open, end_of_token) = (open.collect(), self.end);
        while let Some(frame) = self.stack.last() {
            let (start, is_map) = (frame.start, matches!(frame.items, Items::Map { .. }));
            if complete && self.stack.len() > self.crossing {
                let innermost = self.stack.len() == closed_by_end;
                self.problems.push(unclosed(start, is_map, innermost.then_some(self.end)));
            }
            self.finish_member();
            self.close(self.end);
        }
        let end = self.lexer.text.len();
        let root = self.root.take().unwrap_or_else(|| {
            if complete {
                self.report(
                    ProblemKind::Syntax,
                    end..end,
                    "a JSON value is expected: the text is empty".into(),
                );
            }
            missing(end)
        });
        self.problems.sort_by_key(|problem| (problem.span.start, problem.span.end));
        self.problems.truncate(MAX_PROBLEMS);
        let parsed = Parsed { root, problems: self.problems, complete };
        let leaves_more_open = complete && closed_by_end > self.crossing;
        PieceOfJson { parsed, open, leaves_more_open, end: end_of_token }
    }

    /// Handles one token, or changes the expectation so that the next step can handle it.
    fn step(&mut self) {
        match self.token.kind {
            TokenKind::Garbage => {
                let equals = self.expect == Expect::Colon && self.source() == "=";
                if equals {
                    self.wrong_colon();
                } else {
                    self.unexpected();
                }
            }
            TokenKind::Punctuation(b @ (b'}' | b']')) => self.closer(b),
            _ => match self.expect {
                Expect::FirstItem | Expect::Item => self.item(),
                Expect::Colon => self.colon(),
                Expect::Value => self.value(),
                Expect::Separator => self.separator(),
            },
        }
    }

    /// Handles the start of a list's item or a map's member.
    fn item(&mut self) {
        if let TokenKind::Punctuation(b',') = self.token.kind {
            let span = self.token.span.clone();
            let repair = Repair::delete(span.clone(), "remove the comma");
            // In a list, an item may be missing before it.
            let kind = if self.in_list() { ProblemKind::Syntax } else { ProblemKind::Comma };
            self.problem(kind, span, "a comma too many".into(), Some(repair));
            return self.advance();
        }
        if self.in_list() {
            return self.value();
        }
        match self.token.kind.clone() {
            TokenKind::String(quoted) => {
                self.set_key(Key { text: quoted.text, span: self.token.span.clone(), style: quoted.style });
                self.advance();
            }
            TokenKind::Word => {
                let word = self.source().to_owned();
                let span = self.token.span.clone();
                let repair =
                    Repair::replace(span.clone(), format!("\"{word}\""), "put the key in double quotes");
                let message = format!("the key {0} needs double quotes: \"{0}\"", shown(&word));
                self.problem(ProblemKind::Syntax, span.clone(), message, Some(repair));
                self.set_key(Key { text: word, span, style: Style::Plain });
                self.advance();
            }
            TokenKind::Punctuation(b':' | b'{' | b'[') => {
                let at = self.token.span.start;
                let message = "a key in double quotes is expected before this".into();
                self.report(ProblemKind::Syntax, self.token.span.clone(), message);
                self.set_key(Key { text: String::new(), span: at..at, style: Style::Absent });
                if self.token.kind != TokenKind::Punctuation(b':') {
                    self.expect = Expect::Value;
                }
            }
            _ => self.unexpected(),
        }
    }

    fn colon(&mut self) {
        match self.token.kind {
            TokenKind::Punctuation(b':') => {
                self.advance();
                self.expect = Expect::Value;
            }
            TokenKind::Punctuation(b',') => self.missing_value(),
            // `"a" "b": 1`: the second string is the next key.
            TokenKind::String(_) if self.lexer.next_is(b':') => {
                self.missing_value();
                self.expect = Expect::Item;
            }
            _ => {
                let at = self.end;
                let message = "a ':' is missing between the key and its value".into();
                self.problem(ProblemKind::Syntax, at..at, message, Some(Repair::insert(at, ":")));
                self.expect = Expect::Value;
            }
        }
    }

    fn value(&mut self) {
        let span = self.token.span.clone();
        match self.token.kind.clone() {
            TokenKind::Punctuation(b'{') => {
                self.open(Items::Map { map: Map::default(), key: None, seen: HashMap::new() })
            }
            TokenKind::Punctuation(b'[') => self.open(Items::List(Vec::new())),
            TokenKind::Punctuation(b',') if self.in_map() => self.missing_value(),
            TokenKind::String(_) if self.in_map() && self.starts_next_member() => {
                self.missing_value();
                self.expect = Expect::Item;
            }
            TokenKind::String(quoted) => {
                self.attach(Node { value: Value::String(quoted.text), span, style: quoted.style });
                self.advance();
            }
            TokenKind::Word => {
                let value = self.word(span.clone());
                self.attach(Node { value, span, style: Style::Plain });
                self.advance();
            }
            _ => self.unexpected(),
        }
    }

    fn separator(&mut self) {
        match self.token.kind {
            TokenKind::Punctuation(b',') => {
                self.comma = self.token.span.start;
                self.advance();
                self.expect = Expect::Item;
            }
            // The meaning of `"a": 1 : 2` or `"a": 1 b` is unknown.
            TokenKind::Punctuation(b':') => self.unexpected(),
            TokenKind::Word if self.in_map() && !self.lexer.next_is(b':') => self.unexpected(),
            TokenKind::Punctuation(_) if self.in_map() => self.unexpected(),
            _ => {
                let at = self.end;
                let message = format!("a comma is missing before {}", self.name());
                // On one line of a list, `1 000` may be one item.
                let gap = &self.lexer.text[at..self.token.span.start];
                let kind = if self.in_map() || gap.contains('\n') {
                    ProblemKind::Comma
                } else {
                    ProblemKind::Syntax
                };
                self.problem(kind, at..at, message, Some(Repair::insert(at, ",")));
                self.expect = Expect::Item;
            }
        }
    }

    /// Handles a `}` or `]` at any place.
    fn closer(&mut self, byte: u8) {
        let fits = |frame: &Frame| (byte == b'}') == matches!(frame.items, Items::Map { .. });
        let Some(depth) = self.stack.iter().rposition(fits) else {
            let span = self.token.span.clone();
            let opener = if byte == b'}' { '{' } else { '[' };
            let message = format!("'{}' closes nothing: no '{opener}' before it", char::from(byte));
            let repair = Repair::delete(span.clone(), "remove the bracket");
            self.problem(ProblemKind::Syntax, span, message, Some(repair));
            return self.advance();
        };
        while self.stack.len() > depth + 1 {
            let Some(frame) = self.stack.last() else { break };
            let (open, close) =
                if matches!(frame.items, Items::Map { .. }) { ('{', '}') } else { ('[', ']') };
            let start = frame.start;
            let message = format!("'{open}' is not closed before '{}': add '{close}'", char::from(byte));
            let repair = Repair::insert(self.end, &close.to_string());
            self.problem(ProblemKind::Unclosed, start..start + 1, message, Some(repair));
            self.finish_member();
            self.close(self.end);
        }
        if self.expect == Expect::Item {
            let span = self.comma..self.comma + 1;
            let message = format!("a comma too many: nothing follows before '{}'", char::from(byte));
            let repair = Repair::delete(span.clone(), "remove the comma");
            self.problem(ProblemKind::Comma, span, message, Some(repair));
        }
        self.finish_member();
        let end = self.token.span.end;
        self.advance();
        self.close(end);
    }

    /// Whether the current string is the key of the next line and not the expected value.
    fn starts_next_member(&self) -> bool {
        self.lexer.text[self.end..self.token.span.start].contains('\n') && self.lexer.next_is(b':')
    }

    fn word(&mut self, span: Range<usize>) -> Value {
        match number::classify(self.source()) {
            Word::Value(value) => value,
            Word::Wrong { message, instead, number } => {
                let kind = if number { ProblemKind::Number } else { ProblemKind::Syntax };
                let repair = instead.map(|text| {
                    let title = format!("write {text}");
                    Repair::replace(span.clone(), text, &title)
                });
                self.problem(kind, span, message, repair);
                Value::Missing
            }
        }
    }

    fn wrong_colon(&mut self) {
        let span = self.token.span.clone();
        let repair = Repair::replace(span.clone(), ":".into(), "write ':'");
        self.problem(ProblemKind::Syntax, span, "a key and its value are joined by ':'".into(), Some(repair));
        self.advance();
        self.expect = Expect::Value;
    }

    fn unexpected(&mut self) {
        let wanted = match self.expect {
            Expect::FirstItem | Expect::Item if self.in_map() => "a key in double quotes is expected here",
            Expect::FirstItem | Expect::Item | Expect::Value => "a value is expected here",
            Expect::Colon => "a ':' is expected here",
            Expect::Separator if self.in_map() => "a comma or '}' is expected here",
            Expect::Separator => "a comma or ']' is expected here",
        };
        let message = format!("unexpected {}: {wanted}", self.name());
        self.report(ProblemKind::Syntax, self.token.span.clone(), message);
        self.advance();
    }

    pub(super) fn advance(&mut self) {
        self.end = self.token.span.end;
        self.token = self.lexer.next(&mut self.problems);
    }

    fn in_map(&self) -> bool {
        matches!(self.stack.last().map(|frame| &frame.items), Some(Items::Map { .. }))
    }

    fn in_list(&self) -> bool {
        matches!(self.stack.last().map(|frame| &frame.items), Some(Items::List(_)))
    }

    fn source(&self) -> &'a str {
        &self.lexer.text[self.token.span.clone()]
    }

    /// The current token for a message, shortened.
    fn name(&self) -> String {
        let source = self.source();
        match source.char_indices().nth(24) {
            Some((end, _)) => format!("{}…", &source[..end]),
            None if matches!(self.token.kind, TokenKind::Punctuation(_)) => format!("'{source}'"),
            None => source.to_owned(),
        }
    }

    pub(super) fn report(&mut self, kind: ProblemKind, span: Range<usize>, message: String) {
        self.problem(kind, span, message, None);
    }

    fn problem(&mut self, kind: ProblemKind, span: Range<usize>, message: String, repair: Option<Repair>) {
        self.problems.push(Problem::new(kind, span, message).with_repair(repair));
    }
}

/// The problem of the container at `start` that the end of the text closes. `end` is the place to close the innermost
/// one.
pub fn unclosed(start: usize, is_map: bool, end: Option<usize>) -> Problem {
    let (opener, closer) = if is_map { ('{', '}') } else { ('[', ']') };
    let message = format!("'{opener}' is not closed: add '{closer}'");
    let repair = end.map(|end| Repair::insert(end, &closer.to_string()));
    Problem::new(ProblemKind::Unclosed, start..start + 1, message).with_repair(repair)
}

pub(super) fn missing(at: usize) -> Node {
    Node { value: Value::Missing, span: at..at, style: Style::Absent }
}
