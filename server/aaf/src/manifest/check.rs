//! Checks a manifest against its shape.

use std::collections::HashSet;

use agmark_schema::{Key as JsonKey, Node, Parsed, Problem, ProblemKind, Style, Value, pointer};
use agmark_syntax::nearest::nearest;
use agmark_syntax::{Span, work};

use super::shape::{Key, Map, Object, ROOT, Shape};
use crate::syntax::template;
use crate::vocabulary::Word;
use crate::vocabulary::patterns::Pattern;

/// How many bytes of a name a pointer contains.
const LONGEST: usize = 256;

/// A departure of a manifest from its shape.
#[derive(Debug)]
pub struct ShapeError {
    /// The exact key or value.
    pub span: Span,
    /// The JSON pointer of the value; empty for the manifest.
    pub pointer: String,
    pub kind: ShapeErrorKind,
    /// The object that lacks a member.
    pub lacking: Option<Span>,
}

impl ShapeError {
    /// Whether it is about a value, not about where keys belong.
    pub fn is_about_value(&self) -> bool {
        matches!(self.kind, ShapeErrorKind::Word { .. } | ShapeErrorKind::Pattern { .. })
    }
}

/// What is wrong.
#[derive(Debug)]
pub enum ShapeErrorKind {
    Missing {
        key: &'static Key,
        of: &'static str,
    },
    Unknown {
        key: String,
        near: Option<&'static str>,
        of: &'static Object,
    },
    /// A value of another type; `instead` is the value in the right type, if that is clear.
    Type {
        expected: &'static str,
        found: &'static str,
        instead: Option<String>,
    },
    Word {
        words: &'static [Word],
        written: String,
        key: &'static str,
    },
    Pattern {
        pattern: Pattern,
        written: String,
    },
    /// An invalid name of an entry.
    Name {
        pattern: Pattern,
        written: String,
    },
    /// An object without the member that it needs.
    Empty,
}

/// Checks a manifest against its shape. Values that could not be read, or that a template writes, are skipped.
pub fn check(parsed: &Parsed) -> Vec<ShapeError> {
    let root = &parsed.root;
    let mut checker = Checker::of(parsed);
    if !root.is_missing() {
        let brace = Span::new(root.span.start, (root.span.start + 1).min(root.span.end));
        checker.object(root, &ROOT, String::new(), brace);
    }
    // An object without an end takes in what follows it. It is unknown then where keys belong, so only values are
    // checked.
    if parsed.problems.iter().any(|problem| problem.kind == ProblemKind::Unclosed) {
        checker.errors.retain(ShapeError::is_about_value);
    }
    checker.errors
}

/// A key of the manifest itself.
#[derive(Clone, Debug, PartialEq)]
pub struct RootKey {
    pub key: JsonKey,
    /// Whether it could not be read.
    pub is_broken: bool,
}

impl RootKey {
    /// The key in a text that starts `by` bytes earlier.
    #[must_use]
    pub fn shifted(&self, by: usize) -> Self {
        let mut one = self.clone();
        one.key.span = one.key.span.start + by..one.key.span.end + by;
        one
    }
}

/// Checks a piece of a manifest: everything but which keys the manifest has. Returns its keys in the piece too.
pub fn check_piece(parsed: &Parsed) -> (Vec<ShapeError>, Vec<RootKey>) {
    let mut checker = Checker::of(parsed);
    let mut keys = Vec::new();
    let Some(map) = parsed.root.as_map() else {
        if !parsed.root.is_missing() {
            checker.wrong_type(&parsed.root, "an object", String::new());
        }
        return (checker.errors, keys);
    };
    for member in map {
        let key = &member.key;
        if let Some(known) = ROOT.keys.iter().find(|known| known.name == key.text) {
            checker.shape(
                &member.value,
                &known.shape,
                known.name,
                step("", known.name),
                key.content_span().into(),
            );
        }
        if key.style != Style::Inherited {
            let is_broken = checker.is_broken(key.span.clone().into());
            keys.push(RootKey { key: key.clone(), is_broken });
        }
    }
    (checker.errors, keys)
}

/// Checks which keys a manifest has. `root` is its span. `is_whole` says whether all of it could be read.
pub fn check_keys(keys: &[RootKey], root: Span, is_whole: bool) -> Vec<ShapeError> {
    let mut checker = Checker { errors: Vec::new(), complete: true, broken: Vec::new() };
    let present: HashSet<&str> = keys.iter().map(|one| one.key.text.as_str()).collect();
    for one in keys.iter().filter(|one| !one.is_broken) {
        if ROOT.keys.iter().all(|known| known.name != one.key.text) {
            checker.unknown_key(&one.key, &present, &ROOT, "");
        }
    }
    if is_whole {
        let brace = Span::new(root.range().start, (root.range().start + 1).min(root.range().end));
        checker.lacking(&present, &ROOT, "", brace, root);
    }
    checker.errors
}

/// Whether a problem may hide keys, or make keys of other text.
pub fn hides_keys(problem: &Problem) -> bool {
    matches!(problem.kind, ProblemKind::Syntax | ProblemKind::Unclosed | ProblemKind::Depth)
}

struct Checker {
    errors: Vec<ShapeError>,
    complete: bool,
    /// The spans that could not be read, in order.
    broken: Vec<Span>,
}

impl Checker {
    fn of(parsed: &Parsed) -> Self {
        let broken = parsed.problems.iter().filter(|problem| hides_keys(problem));
        Checker {
            errors: Vec::new(),
            complete: parsed.complete,
            broken: broken.map(|problem| problem.span.clone().into()).collect(),
        }
    }

    fn shape(&mut self, node: &Node, shape: &'static Shape, key: &'static str, at: String, name: Span) {
        work::add(1);
        let unknown = node.is_missing() || node.as_str().is_some_and(template::is_dynamic);
        let plain_text = matches!(shape, Shape::Text);
        if unknown && !plain_text {
            return;
        }
        match shape {
            Shape::Anything => {}
            Shape::Text => {
                if node.as_str().is_none() {
                    self.wrong_type(node, "a string", at);
                }
            }
            Shape::Like(pattern) => match node.as_str() {
                None => self.wrong_type(node, "a string", at),
                Some(text) if !pattern.fits(text) => {
                    let kind = ShapeErrorKind::Pattern { pattern: *pattern, written: text.to_owned() };
                    self.report(node.content_span().into(), at, kind);
                }
                Some(_) => {}
            },
            Shape::OneOf(words) => match node.as_str() {
                None => self.wrong_type(node, "a string", at),
                Some(text) if !words.iter().any(|one| one.word == text) => {
                    let kind = ShapeErrorKind::Word { words, written: text.to_owned(), key };
                    self.report(node.content_span().into(), at, kind);
                }
                Some(_) => {}
            },
            Shape::Bool => {
                if node.as_bool().is_none() {
                    self.wrong_type(node, "a boolean", at);
                }
            }
            Shape::Schema => {
                if node.as_map().is_none() && node.as_bool().is_none() {
                    self.wrong_type(node, "a JSON Schema (an object)", at);
                }
            }
            Shape::Object(object) => self.object(node, object, at, name),
            Shape::Map(map) => self.map(node, map, at, name),
            Shape::Names => match node.as_list() {
                None => self.wrong_type(node, "an array", at),
                Some(items) => {
                    let wrong = items
                        .iter()
                        .enumerate()
                        .filter(|(_, item)| item.as_str().is_none() && !item.is_missing());
                    for (i, item) in wrong {
                        self.wrong_type(item, "a string", step(&at, &i.to_string()));
                    }
                }
            },
        }
    }

    fn object(&mut self, node: &Node, object: &'static Object, at: String, name: Span) {
        let Some(map) = node.as_map() else { return self.wrong_type(node, "an object", at) };
        let present: HashSet<&str> = map.keys().collect();
        for member in map {
            let Some(key) = object.keys.iter().find(|key| key.name == member.key.text) else {
                self.unknown_key(&member.key, &present, object, &at);
                continue;
            };
            let inner = step(&at, key.name);
            self.shape(&member.value, &key.shape, key.name, inner, member.key.content_span().into());
        }
        // A missing key may be in the part that could not be read.
        if !self.complete || self.is_broken(node.span.clone().into()) {
            return;
        }
        self.lacking(&present, object, &at, name, node.span.clone().into());
    }

    /// Reports the required keys that are not present. `whole` is the span of the object.
    fn lacking(
        &mut self,
        present: &HashSet<&str>,
        object: &'static Object,
        at: &str,
        name: Span,
        whole: Span,
    ) {
        let lacking = || object.keys.iter().filter(|key| key.required && !present.contains(key.name));
        if lacking().next().is_none() {
            return;
        }
        // A misspelt key has its own diagnostic.
        let misspelt: HashSet<&str> =
            present.iter().filter_map(|written| suggestion(object, written)).collect();
        for key in lacking() {
            if !misspelt.contains(key.name) {
                self.lacks(name, at.to_owned(), ShapeErrorKind::Missing { key, of: object.what }, whole);
            }
        }
    }

    fn map(&mut self, node: &Node, map: &'static Map, at: String, name: Span) {
        let Some(members) = node.as_map() else { return self.wrong_type(node, "an object", at) };
        if map.some && members.members.is_empty() && self.complete {
            self.lacks(name, at.clone(), ShapeErrorKind::Empty, node.span.clone().into());
        }
        for member in members {
            let inner = step(&at, &member.key.text);
            let span: Span = member.key.content_span().into();
            let text = &member.key.text;
            if let Some(pattern) =
                map.names.filter(|pattern| !pattern.fits(text) && !template::is_dynamic(text))
            {
                let kind = ShapeErrorKind::Name { pattern, written: text.clone() };
                self.report(span, inner.clone(), kind);
            }
            self.shape(&member.value, &map.values, "", inner, span);
        }
    }

    fn unknown_key(&mut self, key: &JsonKey, present: &HashSet<&str>, object: &'static Object, at: &str) {
        // A missing key text has its own diagnostic.
        let broken = key.style == Style::Absent || self.is_broken(key.span.clone().into());
        if broken || template::is_dynamic(&key.text) {
            return;
        }
        let near = suggestion(object, &key.text).filter(|near| !present.contains(near));
        let kind = ShapeErrorKind::Unknown { key: key.text.clone(), near, of: object };
        self.report(key.content_span().into(), step(at, &key.text), kind);
    }

    /// Whether a part of a span could not be read.
    fn is_broken(&self, span: Span) -> bool {
        let first = self.broken.partition_point(|one| one.start < span.start);
        self.broken.get(first).is_some_and(|one| one.start <= span.end)
    }

    fn wrong_type(&mut self, node: &Node, expected: &'static str, at: String) {
        let instead = match (&node.value, expected) {
            (Value::Number(number), "a string") => Some(format!("\"{number}\"")),
            (Value::Bool(value), "a string") => Some(format!("\"{value}\"")),
            (Value::String(text), "a boolean") => match text.to_ascii_lowercase().as_str() {
                "true" | "yes" => Some("true".to_owned()),
                "false" | "no" => Some("false".to_owned()),
                _ => None,
            },
            (Value::String(text), "an array") => Some(format!("[{}]", json_string(text))),
            _ => None,
        };
        let kind = ShapeErrorKind::Type { expected, found: node.kind(), instead };
        self.report(node.span.clone().into(), at, kind);
    }

    fn report(&mut self, span: Span, pointer: String, kind: ShapeErrorKind) {
        self.errors.push(ShapeError { span, pointer, kind, lacking: None });
    }

    /// Reports what an object lacks.
    fn lacks(&mut self, span: Span, pointer: String, kind: ShapeErrorKind, object: Span) {
        self.errors.push(ShapeError { span, pointer, kind, lacking: Some(object) });
    }
}

/// The known key that an unknown key of an object probably means.
fn suggestion(object: &Object, written: &str) -> Option<&'static str> {
    if object.keys.iter().any(|key| key.name == written) {
        return None;
    }
    let also = object.keys.iter().find(|key| key.also.iter().any(|also| also.eq_ignore_ascii_case(written)));
    also.map(|key| key.name).or_else(|| nearest(written, object.keys.iter().map(|key| key.name)))
}

/// The pointer with one more step, for messages. Long names are cut, because the pointers of everything below contain
/// them.
pub fn step(pointer: &str, name: &str) -> String {
    let name = &name[..name.floor_char_boundary(LONGEST)];
    if pointer.len() > LONGEST { pointer.to_owned() } else { pointer::join(pointer, name) }
}

/// A text as a JSON string.
fn json_string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
