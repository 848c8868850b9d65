//! What the line of a parameter states: its type, its choices, its default, and whether it is required.

use serde_json::Value as Json;

/// A type of JSON Schema, with a format or with the type of its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    pub name: &'static str,
    pub format: Option<&'static str>,
    pub items: Option<&'static str>,
}

impl Kind {
    pub const STRING: Self = Self::plain("string");
    pub const INTEGER: Self = Self::plain("integer");
    pub const NUMBER: Self = Self::plain("number");
    pub const BOOLEAN: Self = Self::plain("boolean");
    pub const OBJECT: Self = Self::plain("object");
    pub const ARRAY: Self = Self::list("string");

    const fn plain(name: &'static str) -> Self {
        Self { name, format: None, items: None }
    }

    /// A string of a format.
    pub const fn text(format: &'static str) -> Self {
        Self { name: "string", format: Some(format), items: None }
    }

    const fn list(items: &'static str) -> Self {
        Self { name: "array", format: None, items: Some(items) }
    }

    /// The type that words name: `integer`, `string[]`, `list of numbers`.
    fn named(words: &str) -> Option<Self> {
        let words = words.trim().to_ascii_lowercase();
        let one = |word: &str| match word {
            "string" | "str" | "text" => Some(Self::STRING),
            "integer" | "int" => Some(Self::INTEGER),
            "number" | "float" | "double" | "decimal" => Some(Self::NUMBER),
            "boolean" | "bool" => Some(Self::BOOLEAN),
            "object" | "map" | "dict" => Some(Self::OBJECT),
            "array" | "list" => Some(Self::ARRAY),
            "url" | "uri" => Some(Self::text("uri")),
            "email" => Some(Self::text("email")),
            "date" => Some(Self::text("date")),
            _ => None,
        };
        let items = words
            .strip_suffix("[]")
            .or_else(|| words.strip_prefix("array of ").or_else(|| words.strip_prefix("list of ")))
            .map(|item| if one(item).is_some() { item } else { item.strip_suffix('s').unwrap_or(item) });
        match items {
            Some(item) => one(item).map(|item| Self::list(item.name)),
            None => one(&words),
        }
    }
}

/// A value as the text writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Written {
    text: String,
    quoted: bool,
}

impl Written {
    fn new(text: &str) -> Self {
        let text = text.trim();
        let bare = text.trim_matches(['`', '"', '\'']);
        Self { text: bare.to_owned(), quoted: bare.len() < text.len() && !text.starts_with('`') }
    }

    /// The type that it looks like.
    pub fn kind(&self) -> Kind {
        let looks_like = |kind: &Kind| self.as_a(*kind).is_some();
        let kinds = [Kind::BOOLEAN, Kind::INTEGER, Kind::NUMBER];
        kinds.into_iter().find(looks_like).filter(|_| !self.quoted).unwrap_or(Kind::STRING)
    }

    /// The value as one of a type, if it is one.
    pub fn as_a(&self, kind: Kind) -> Option<Json> {
        match kind.name {
            "string" => Some(Json::from(self.text.as_str())),
            "integer" => self.text.parse::<i64>().ok().map(Json::from),
            "number" => {
                let value: Json = serde_json::from_str(&self.text).ok()?;
                value.is_number().then_some(value)
            }
            "boolean" => self.text.to_ascii_lowercase().parse::<bool>().ok().map(Json::from),
            "array" => serde_json::from_str(&self.text).ok().filter(Json::is_array),
            "object" => serde_json::from_str(&self.text).ok().filter(Json::is_object),
            _ => None,
        }
    }
}

/// What a line states.
#[derive(Debug, Default)]
pub(super) struct Stated {
    pub kind: Option<Kind>,
    pub choices: Vec<Written>,
    pub default: Option<Written>,
    pub required: bool,
    /// The line without what is said elsewhere now.
    pub description: String,
}

/// Reads what follows a parameter's name: `(integer, optional): How many. Defaults to 3`.
pub(super) fn read(rest: &str) -> Stated {
    let mut stated = Stated::default();
    let (mut optional, mut required) = (false, false);
    let mut description = String::new();
    let mut text = rest;
    while let Some((before, mark, after)) = next_mark(text) {
        description.push_str(before);
        text = after;
        let taken = Mark::read(mark);
        optional |= taken.optional;
        required |= taken.required;
        stated.kind = stated.kind.or(taken.kind);
        stated.default = stated.default.take().or(taken.default);
        if stated.choices.is_empty() {
            stated.choices = taken.choices;
        }
        if !taken.whole {
            description.push_str(&format!("({mark})"));
        }
    }
    description.push_str(text);
    let description = description.trim_matches([':', '-', '–', ' ', '*', '`']);
    let (kind, description) = leading_kind(description);
    stated.kind = stated.kind.or(kind);
    stated.description = description.split_whitespace().collect::<Vec<_>>().join(" ");
    for end in [".", ",", ";", ":"] {
        stated.description = stated.description.replace(&format!(" {end}"), end);
    }
    stated.default = stated.default.take().or_else(|| default_in(&stated.description));
    optional |= says(&stated.description, "optional")
        || stated.default.is_some()
        || speaks_of_default(&stated.description);
    stated.required = required || !optional;
    stated
}

/// The next part in parentheses, with what stands before and after it.
fn next_mark(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('(')?;
    let (mark, after) = rest.split_once(')')?;
    Some((before, mark, after))
}

/// What stands in parentheses.
#[derive(Default)]
struct Mark {
    optional: bool,
    required: bool,
    kind: Option<Kind>,
    default: Option<Written>,
    choices: Vec<Written>,
    /// All of it was understood.
    whole: bool,
}

impl Mark {
    fn read(mark: &str) -> Self {
        let mut read = Self { whole: true, ..Self::default() };
        let mut others: Vec<&str> = Vec::new();
        for item in items(mark) {
            let lower = item.to_ascii_lowercase();
            if lower == "optional" {
                read.optional = true;
            } else if lower == "required" {
                read.required = true;
            } else if let Some(kind) = Kind::named(item).filter(|_| read.kind.is_none() && others.is_empty())
            {
                read.kind = Some(kind);
            } else if lower.starts_with("default") {
                read.default = default_in(item);
                read.whole &= read.default.is_some();
            } else {
                others.push(item);
            }
        }
        // `(text, json)` is a list of choices, `(string, a, b)` is one with its type.
        let first = items(mark).next().filter(|first| is_doubtful(first) && !read.has_words());
        if let Some(first) = first.filter(|_| read.kind.is_some() && !others.is_empty()) {
            read.kind = None;
            others.insert(0, first);
        }
        let choices: Vec<Written> = others
            .iter()
            .map(|item| item.trim_start_matches("one of ").trim_start_matches("one of: "))
            .map(|item| Written::new(item.trim_start_matches("or ")))
            .collect();
        let plain = choices.iter().all(|choice| !choice.text.is_empty() && !choice.text.contains(' '));
        if choices.len() > 1 && plain {
            read.choices = choices;
        } else {
            read.whole &= choices.is_empty();
        }
        read
    }

    /// Whether it says more than a list of choices would.
    fn has_words(&self) -> bool {
        self.optional || self.required
    }
}

/// Whether the name of a type is as likely a choice.
fn is_doubtful(word: &str) -> bool {
    let words = ["text", "list", "array", "map", "date", "email", "url", "uri"];
    words.iter().any(|one| word.eq_ignore_ascii_case(one))
}

/// The items of a list: `a, b or c`, `a | b`.
fn items(list: &str) -> impl Iterator<Item = &str> {
    list.split([',', '|', ';'])
        .flat_map(|part| part.split(" or "))
        .map(str::trim)
        .filter(|item| !item.is_empty())
}

/// The type that a description begins with, `integer - How many`, and the rest.
fn leading_kind(text: &str) -> (Option<Kind>, &str) {
    let end =
        text.find([',', ';', '.', ':']).into_iter().chain(text.find(" - ")).chain(text.find(" – ")).min();
    let end = end.unwrap_or(text.len());
    match Kind::named(&text[..end]) {
        Some(kind) => (Some(kind), text[end..].trim_start_matches([',', ';', '.', ':', '-', '–', ' '])),
        None => (None, text),
    }
}

/// Whether a text has a word.
fn says(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|one| one.eq_ignore_ascii_case(word))
}

/// Whether a text says what holds where nothing is given.
pub(super) fn speaks_of_default(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    says(text, "defaults")
        || lower.contains("by default")
        || lower.contains("default:")
        || lower.contains("default is")
}

/// The value in `Defaults to de`, `default: 3`, `default is "x"`, `(default 3)`.
fn default_in(text: &str) -> Option<Written> {
    // Only ASCII changes its case: places stay.
    let lower = text.to_ascii_lowercase();
    for (at, word) in lower.match_indices("default") {
        let before = lower[..at].chars().next_back();
        if before.is_some_and(char::is_alphanumeric) || lower[..at].trim_end().ends_with("by") {
            continue;
        }
        let mut from = at + word.len();
        let starts = |from: usize, lead: &str| lower[from..].starts_with(lead);
        let is_mark = at == 0 && lower[from..].starts_with(' ');
        let leads = ["s to:", "s to ", "s: ", " value is ", " value: ", " is ", ": ", ":", " = ", "="];
        match leads.iter().find(|lead| starts(from, lead)) {
            Some(lead) => from += lead.len(),
            // `default 3`, where it is all that the parentheses say.
            None if is_mark && lower[from..].split_whitespace().count() == 1 => {}
            None => continue,
        }
        let value = value(text[from..].trim_start());
        let nothing = ["none", "null", "nothing", "empty", "the", "a", "an", "all", "no", ""];
        if !nothing.contains(&value.to_ascii_lowercase().as_str()) {
            return Some(Written::new(value));
        }
    }
    None
}

/// The value that a text begins with: what stands in quotes or brackets, else a word.
fn value(text: &str) -> &str {
    let close = match text.chars().next() {
        Some(quote @ ('"' | '\'' | '`')) => Some(quote),
        Some('[') => Some(']'),
        Some('{') => Some('}'),
        _ => None,
    };
    if let Some(end) = close.and_then(|close| text[1..].find(close)) {
        return &text[..end + 2];
    }
    let end = text.find(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ')')).unwrap_or(text.len());
    // The end of a sentence is no part of it.
    text[..end].trim_end_matches(['.', ':', '!', '*'])
}
