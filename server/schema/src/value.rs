//! The tree of values with their spans.

use std::ops::Range;

/// A value with its span.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// The bytes of the value with quotes and brackets, without anchors and tags of YAML. For a YAML block: from the
    /// first byte of its content to the last that is not blank.
    pub span: Range<usize>,
    /// How it is written.
    pub style: Style,
}

/// The values of JSON, and a missing value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A value that is missing or invalid. It is already reported as a problem.
    Missing,
    /// `null`, and in YAML also an empty value ([`Style::Absent`]).
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A finite number.
    Number(serde_json::Number),
    /// Text, with escapes resolved.
    String(String),
    /// An array of JSON, a sequence of YAML.
    List(Vec<Node>),
    /// An object of JSON, a mapping of YAML.
    Map(Map),
}

/// How a value is written, for edits in the same style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A bare word or number.
    Plain,
    /// `'text'`
    SingleQuoted,
    /// `"text"`
    DoubleQuoted,
    /// `"text` without the closing quote.
    Unterminated,
    /// A block scalar of YAML that keeps its line endings (`|`).
    Literal,
    /// A block scalar of YAML whose lines are joined (`>`).
    Folded,
    /// A container in brackets.
    Flow,
    /// A container of YAML written with indentation.
    Block,
    /// An alias of YAML. The value is a copy; the spans of its children are at the anchor.
    Alias,
    /// Nothing is written. The span is empty, at the place of the value.
    Absent,
    /// The key of a container that an earlier piece of the text opened ([`crate::json::read_piece`]). The span is
    /// empty.
    Inherited,
}

/// The members of an object, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Map {
    /// All members, including repeated keys.
    pub members: Vec<Member>,
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The key.
    pub key: Key,
    /// The value.
    pub value: Node,
}

/// The key of a member.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// The text of the key, with escapes resolved. A number or `true` as a YAML key is its text.
    pub text: String,
    /// The bytes of the key, quotes included.
    pub span: Range<usize>,
    /// How it is written.
    pub style: Style,
}

impl Node {
    /// The member of a map with this key, the last one if the key is given twice (as in most readers of JSON).
    pub fn member(&self, key: &str) -> Option<&Member> {
        self.as_map()?.get(key)
    }

    /// The value of the member with this key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.member(key).map(|member| &member.value)
    }

    /// The text, if the value is a string.
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The boolean, if the value is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self.value {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The number, if the value is one.
    pub fn as_number(&self) -> Option<&serde_json::Number> {
        match &self.value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The items, if the value is a list.
    pub fn as_list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    /// The texts of a list without the item at `offset`, which a person is writing; empty if the value is not a list.
    pub fn other_texts(&self, offset: usize) -> impl Iterator<Item = &str> {
        let items = self.as_list().unwrap_or_default().iter();
        items.filter(move |item| offset < item.span.start || item.span.end < offset).filter_map(Node::as_str)
    }

    /// The members, if the value is a map.
    pub fn as_map(&self) -> Option<&Map> {
        match &self.value {
            Value::Map(map) => Some(map),
            _ => None,
        }
    }

    /// Whether the value is missing or invalid, so that it cannot be checked.
    pub fn is_missing(&self) -> bool {
        matches!(self.value, Value::Missing)
    }

    /// The type of the value for a message, in the words of JSON Schema: `a string`, `an object`, …
    pub fn kind(&self) -> &'static str {
        match &self.value {
            Value::Missing => "nothing",
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(number) if number.is_f64() => "a number",
            Value::Number(_) => "an integer",
            Value::String(_) => "a string",
            Value::List(_) => "an array",
            Value::Map(_) => "an object",
        }
    }

    /// The bytes of a scalar without its quotes, which a rename replaces.
    pub fn content_span(&self) -> Range<usize> {
        content_span(&self.span, self.style)
    }
}

impl Map {
    /// The member with this key, the last one if the key is repeated.
    pub fn get(&self, key: &str) -> Option<&Member> {
        self.members.iter().rev().find(|member| member.key.text == key)
    }

    /// The members, in the order of the text.
    pub fn iter(&self) -> std::slice::Iter<'_, Member> {
        self.members.iter()
    }

    /// The keys, in the order of the text.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|member| member.key.text.as_str())
    }
}

impl<'a> IntoIterator for &'a Map {
    type Item = &'a Member;
    type IntoIter = std::slice::Iter<'a, Member>;

    fn into_iter(self) -> Self::IntoIter {
        self.members.iter()
    }
}

impl Key {
    /// The bytes of the key without its quotes, which a rename replaces.
    pub fn content_span(&self) -> Range<usize> {
        content_span(&self.span, self.style)
    }
}

fn content_span(span: &Range<usize>, style: Style) -> Range<usize> {
    match style {
        Style::SingleQuoted | Style::DoubleQuoted if span.len() >= 2 => span.start + 1..span.end - 1,
        Style::Unterminated if !span.is_empty() => span.start + 1..span.end,
        _ => span.clone(),
    }
}
