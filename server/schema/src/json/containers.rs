//! Opens and closes containers and adds values to them.

use std::ops::Range;

use super::frame::{Frame, Items};
use super::lexer::TokenKind;
use super::reader::{Expect, JsonReader, missing};
use crate::{Key, MAX_DEPTH, Member, Node, Problem, ProblemKind, Style, Value, shown};

/// The problem of a key that its object has before, at `first`.
pub fn duplicate_key(key: &Key, first: Range<usize>) -> Problem {
    let message = format!("the key \"{}\" is given twice: keep one", shown(&key.text));
    Problem::new(ProblemKind::DuplicateKey, key.span.clone(), message)
        .with_related(first, "it is given here first")
}

impl JsonReader<'_> {
    pub(super) fn open(&mut self, items: Items) {
        let start = self.token.span.start;
        if self.stack.len() >= MAX_DEPTH {
            return self.skip_container(start);
        }
        self.stack.push(Frame { start, items, is_inherited: false });
        self.advance();
        self.expect = Expect::FirstItem;
    }

    /// Skips a container with its content.
    fn skip_container(&mut self, start: usize) {
        let message = format!("more than {MAX_DEPTH} nested containers: this one is not read");
        self.report(ProblemKind::Depth, start..start + 1, message);
        let mut depth = 0_usize;
        let mut ignored = Vec::new();
        loop {
            match self.token.kind {
                TokenKind::Punctuation(b'{' | b'[') => depth += 1,
                TokenKind::Punctuation(b'}' | b']') => depth -= 1,
                TokenKind::End => break,
                _ => {}
            }
            self.end = self.token.span.end;
            ignored.clear();
            self.token = self.lexer.next(&mut ignored);
            if depth == 0 {
                break;
            }
        }
        self.attach(Node { value: Value::Missing, span: start..self.end, style: Style::Flow });
    }

    /// Removes the innermost container from the stack and adds it to the next one as a value.
    pub(super) fn close(&mut self, end: usize) {
        let Some(frame) = self.stack.pop() else { return };
        let value = match frame.items {
            Items::List(items) => Value::List(items),
            Items::Map { map, .. } => Value::Map(map),
        };
        self.attach(Node { value, span: frame.start..end.max(frame.start + 1), style: Style::Flow });
    }

    pub(super) fn attach(&mut self, node: Node) {
        self.expect = Expect::Separator;
        match self.stack.last_mut().map(|frame| &mut frame.items) {
            None => self.root = Some(node),
            Some(Items::List(items)) => items.push(node),
            Some(Items::Map { map, key, .. }) => {
                let at = node.span.start;
                let key =
                    key.take().unwrap_or(Key { text: String::new(), span: at..at, style: Style::Absent });
                map.members.push(Member { key, value: node });
            }
        }
    }

    pub(super) fn set_key(&mut self, new: Key) {
        self.expect = Expect::Colon;
        let Some(Items::Map { key, seen, .. }) = self.stack.last_mut().map(|frame| &mut frame.items) else {
            return;
        };
        if let Some(first) = seen.get(&new.text).filter(|_| new.style != Style::Absent) {
            self.problems.push(duplicate_key(&new, first.clone()));
        } else if new.style != Style::Absent {
            seen.insert(new.text.clone(), new.span.clone());
        }
        *key = Some(new);
    }

    /// Reports a key without a value at the end of a member.
    pub(super) fn finish_member(&mut self) {
        let waits = match self.stack.last().map(|frame| &frame.items) {
            Some(Items::Map { key, .. }) => key.is_some(),
            _ => false,
        };
        if waits {
            self.missing_value();
        }
    }

    pub(super) fn missing_value(&mut self) {
        let Some(Items::Map { key: Some(key), .. }) = self.stack.last().map(|frame| &frame.items) else {
            return;
        };
        let message = format!("the key \"{}\" has no value: write one after a ':'", shown(&key.text));
        let span = key.span.clone();
        self.report(ProblemKind::Syntax, span, message);
        self.attach(missing(self.end));
    }
}
