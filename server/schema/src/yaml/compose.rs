//! Builds a tree from parser events.

mod spans;

use std::collections::HashMap;
use std::ops::Range;
use std::str::Chars;

use saphyr_parser::{BufferedInput, Event, Parser, ScalarStyle, Span, Tag};

use super::anchors::Anchors;
use super::frame::{Frame, Items};
use super::messages;
use super::offsets::Offsets;
use super::scalar;
use crate::{
    Key, MAX_DEPTH, MAX_PROBLEMS, Map, Member, Node, Parsed, Problem, ProblemKind, Style, Value, shown,
};

/// Reads the events of `text`, which contains no NUL.
pub(super) fn compose(text: &str) -> Parsed {
    let mut composer = Composer {
        text,
        offsets: Offsets::new(text),
        stack: Vec::new(),
        root: None,
        anchors: Anchors::default(),
        skipping: 0,
        problems: Vec::new(),
    };
    // The library's `&str` input counts some characters of directives as bytes. Its `char` input does not.
    let complete = composer.run(Parser::new_from_iter(text.chars()));
    composer.control_characters(complete);
    while !composer.stack.is_empty() {
        composer.close(None);
    }
    let root = composer.root.unwrap_or(Node { value: Value::Null, span: 0..0, style: Style::Absent });
    let mut problems = composer.problems;
    problems.sort_by_key(|problem| (problem.span.start, problem.span.end));
    problems.truncate(MAX_PROBLEMS);
    Parsed { root, problems, complete }
}

struct Composer<'a> {
    text: &'a str,
    offsets: Offsets,
    stack: Vec<Frame>,
    root: Option<Node>,
    anchors: Anchors,
    /// The number of open containers that are too deep for the tree.
    skipping: usize,
    problems: Vec<Problem>,
}

impl<'a> Composer<'a> {
    /// Handles all events. Returns false if the text was not read to its end.
    fn run(&mut self, mut parser: Parser<'a, BufferedInput<Chars<'a>>>) -> bool {
        let mut documents = 0;
        while let Some(event) = parser.next_event() {
            match event {
                Ok((Event::DocumentStart(_), span)) => {
                    documents += 1;
                    if documents > 1 {
                        let message = "a second document starts here: one is expected, remove the rest";
                        self.report(ProblemKind::Syntax, self.bytes(span), message.into());
                        return false;
                    }
                }
                Ok((event, span)) => self.event(event, span),
                Err(error) => {
                    let at = self.offsets.byte(error.marker().index());
                    self.problems.push(messages::syntax_error(self.text, error.info(), at, &self.stack));
                    return false;
                }
            }
        }
        true
    }

    fn event(&mut self, event: Event<'a>, span: Span) {
        let bytes = self.bytes(span);
        if self.skipping > 0 {
            match event {
                Event::SequenceStart(..) | Event::MappingStart(..) => self.skipping += 1,
                Event::SequenceEnd | Event::MappingEnd => {
                    self.skipping -= 1;
                    if self.skipping == 0 {
                        let node = Node { value: Value::Missing, span: bytes, style: Style::Flow };
                        self.attach(node, 0);
                    }
                }
                _ => {}
            }
            return;
        }
        match event {
            Event::Scalar(value, style, anchor, tag) => {
                self.scalar(&value, style, anchor, tag.as_deref(), bytes)
            }
            Event::Alias(anchor) => self.alias(anchor, bytes),
            Event::SequenceStart(anchor, tag) => {
                self.open(Items::List(Vec::new()), "seq", anchor, tag.as_deref(), bytes);
            }
            Event::MappingStart(anchor, tag) => {
                let items = Items::Map { map: Map::default(), key: None, seen: HashMap::new() };
                self.open(items, "map", anchor, tag.as_deref(), bytes);
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let bytes = match self.text.as_bytes().get(bytes.start) {
                    // The library includes blanks and comments after a bracket.
                    Some(b']' | b'}') if !bytes.is_empty() => bytes.start..bytes.start + 1,
                    _ => self.without_blank_end(bytes),
                };
                self.close(Some(bytes.end));
            }
            _ => {}
        }
    }

    fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<&Tag>,
        bytes: Range<usize>,
    ) {
        let absent = style == ScalarStyle::Plain && text.is_empty();
        let (span, style) = match style {
            ScalarStyle::Plain if absent => (self.place_of_nothing(&bytes), Style::Absent),
            ScalarStyle::Plain => (self.without_properties(bytes, anchor, tag), Style::Plain),
            // The library includes blanks and comments after a quote.
            ScalarStyle::SingleQuoted => {
                (self.to_closing_quote(self.without_properties(bytes, anchor, tag)), Style::SingleQuoted)
            }
            ScalarStyle::DoubleQuoted => {
                (self.to_closing_quote(self.without_properties(bytes, anchor, tag)), Style::DoubleQuoted)
            }
            ScalarStyle::Literal => (self.without_blank_end(bytes), Style::Literal),
            ScalarStyle::Folded => (self.without_blank_end(bytes), Style::Folded),
        };
        if self.expects_key() && anchor == 0 && tag.is_none() {
            return self.set_key(Key { text: text.to_owned(), span, style });
        }
        let value = match tag {
            Some(tag) => self.tagged(tag, text, &span),
            None if matches!(style, Style::Plain | Style::Absent) => match scalar::plain(text) {
                Ok(value) => value,
                Err(message) => {
                    self.report(ProblemKind::Number, span.clone(), message);
                    Value::Missing
                }
            },
            None => Value::String(text.to_owned()),
        };
        self.attach(Node { value, span, style }, anchor);
    }

    fn tagged(&mut self, tag: &Tag, text: &str, span: &Range<usize>) -> Value {
        let non_specific = tag.handle.is_empty() && tag.suffix == "!";
        if non_specific {
            return Value::String(text.to_owned());
        }
        if !tag.is_yaml_core_schema() {
            self.unknown_tag(tag, span.clone());
            return scalar::plain(text).unwrap_or(Value::Missing);
        }
        match scalar::tagged(&tag.suffix, text) {
            Some(value) => value,
            None if matches!(tag.suffix.as_str(), "str" | "null" | "bool" | "int" | "float") => {
                let message =
                    format!("this value is not of type !!{}: change the value or remove the tag", tag.suffix);
                self.report(ProblemKind::Tag, span.clone(), message);
                Value::Missing
            }
            None => {
                self.unknown_tag(tag, span.clone());
                Value::String(text.to_owned())
            }
        }
    }

    fn unknown_tag(&mut self, tag: &Tag, span: Range<usize>) {
        let written = if tag.is_yaml_core_schema() {
            format!("!!{}", tag.suffix)
        } else {
            format!("{}{}", tag.handle, tag.suffix)
        };
        let message = format!("the tag {} has no meaning here: remove it", shown(&written));
        self.report(ProblemKind::Tag, span, message);
    }

    fn alias(&mut self, anchor: usize, span: Range<usize>) {
        let value = match self.anchors.copy(anchor, MAX_DEPTH - self.stack.len()) {
            Ok(value) => value,
            Err(message) => {
                self.report(ProblemKind::Alias, span.clone(), message.into());
                Value::Missing
            }
        };
        self.attach(Node { value, span, style: Style::Alias }, 0);
    }

    fn open(&mut self, items: Items, kind: &str, anchor: usize, tag: Option<&Tag>, bytes: Range<usize>) {
        if let Some(tag) = tag {
            let core = tag.is_yaml_core_schema() && tag.suffix == kind;
            let fits = core || (tag.handle.is_empty() && tag.suffix == "!");
            if !fits {
                self.unknown_tag(tag, bytes.clone());
            }
        }
        if self.stack.len() >= MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} nested containers: this one is not read");
            self.report(ProblemKind::Depth, bytes, message);
            self.skipping = 1;
            return;
        }
        // The event of a flow container covers its bracket (after anchor and tag), that of a block nothing.
        let bracket = self.text[bytes.clone()].trim_end().ends_with(['{', '[']);
        let opener = if bracket {
            let end = bytes.start + self.text[bytes].trim_end().len();
            end - 1..end
        } else {
            bytes.end..bytes.end
        };
        self.stack.push(Frame { items, opener, anchor });
    }

    /// Closes the innermost container. `end` is unknown if the text ends in an error.
    fn close(&mut self, end: Option<usize>) {
        let Some(mut frame) = self.stack.pop() else { return };
        if let Items::Map { map, key, .. } = &mut frame.items
            && let Some(key) = key.take()
        {
            let at = key.span.end;
            let value = Node { value: Value::Missing, span: at..at, style: Style::Absent };
            map.members.push(Member { key, value });
        }
        let (flow, opener, anchor) = (frame.is_flow(), frame.opener, frame.anchor);
        let (first, last) = match &frame.items {
            Items::List(items) => (items.first().map(start), items.last().map(|item| item.span.end)),
            Items::Map { map, .. } => (
                map.members.first().map(|member| member.key.span.start),
                map.members.last().map(|member| member.value.span.end.max(member.key.span.end)),
            ),
        };
        let span = if flow {
            opener.start..end.or(last).unwrap_or(opener.end).max(opener.end)
        } else {
            let first = first.unwrap_or(opener.start);
            first..last.unwrap_or(first).max(first)
        };
        let value = match frame.items {
            Items::List(items) => Value::List(items),
            Items::Map { map, .. } => Value::Map(map),
        };
        let style = if flow { Style::Flow } else { Style::Block };
        self.attach(Node { value, span, style }, anchor);
    }

    fn attach(&mut self, node: Node, anchor: usize) {
        if anchor != 0 {
            self.anchors.define(anchor, &node.value);
        }
        if self.expects_key() {
            return self.node_as_key(node);
        }
        match self.stack.last_mut().map(|frame| &mut frame.items) {
            None => self.root = Some(node),
            Some(Items::List(items)) => items.push(node),
            Some(Items::Map { map, key, .. }) => {
                if let Some(key) = key.take() {
                    map.members.push(Member { key, value: node });
                }
            }
        }
    }

    /// A key with an anchor or a tag, an alias as a key, or a container, which JSON does not allow as a key.
    fn node_as_key(&mut self, node: Node) {
        let source = self.text.get(node.span.clone()).unwrap_or_default();
        let text = match &node.value {
            Value::String(text) => text.clone(),
            _ => source.chars().take(80).collect(),
        };
        if matches!(node.value, Value::List(_) | Value::Map(_)) {
            let template = source.starts_with('{') && self.text[..node.span.start].ends_with('{');
            let message = match template {
                true => "YAML reads \"{{\" as a mapping: put the whole value in quotes",
                false => "a list or a mapping cannot be a key: write a word, or put it in quotes",
            };
            self.report(ProblemKind::ComplexKey, node.span.clone(), message.into());
        }
        self.set_key(Key { text, span: node.span, style: node.style });
    }

    fn set_key(&mut self, new: Key) {
        let Some(Items::Map { key, seen, .. }) = self.stack.last_mut().map(|frame| &mut frame.items) else {
            return;
        };
        if new.style == Style::Absent {
            let message = "the key before this ':' is missing: write one";
            self.problems.push(Problem::new(ProblemKind::Syntax, new.span.clone(), message));
        } else if let Some(first) = seen.get(&new.text) {
            let message = format!("the key \"{}\" is given twice: keep one", shown(&new.text));
            let problem = Problem::new(ProblemKind::DuplicateKey, new.span.clone(), message);
            self.problems.push(problem.with_related(first.clone(), "it is given here first"));
        } else {
            seen.insert(new.text.clone(), new.span.clone());
        }
        *key = Some(new);
    }

    fn expects_key(&self) -> bool {
        matches!(self.stack.last().map(|frame| &frame.items), Some(Items::Map { key: None, .. }))
    }

    fn bytes(&self, span: Span) -> Range<usize> {
        let start = self.offsets.byte(span.start.index());
        start..self.offsets.byte(span.end.index()).max(start)
    }

    /// YAML forbids control characters (1.2.2, section 5.1), but the library accepts most of them.
    fn control_characters(&mut self, complete: bool) {
        let forbidden =
            |&(_, c): &(usize, char)| (c < ' ' && !matches!(c, '\t' | '\n' | '\r')) || c == '\u{7f}';
        let reported =
            self.problems.last().filter(|_| !complete).map_or(0..0, |problem| problem.span.clone());
        for (at, c) in self.text.char_indices().filter(forbidden).take(MAX_PROBLEMS) {
            if reported.contains(&at) {
                continue;
            }
            let message = format!(
                "the control character U+{:04X} is not allowed here: remove it, or write it as an escape in double quotes",
                c as u32
            );
            self.report(ProblemKind::Syntax, at..at + 1, message);
        }
    }

    fn report(&mut self, kind: ProblemKind, span: Range<usize>, message: String) {
        self.problems.push(Problem::new(kind, span, message));
    }
}

fn start(node: &Node) -> usize {
    node.span.start
}
