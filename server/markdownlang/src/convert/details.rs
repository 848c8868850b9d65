//! The details in the line of a parameter: its type, its choices, its default, and whether it is required.

use super::value_type::{ValueType, WrittenValue};

/// The details of a parameter.
#[derive(Debug, Default)]
pub(super) struct Details {
    pub value_type: Option<ValueType>,
    pub choices: Vec<WrittenValue>,
    pub default: Option<WrittenValue>,
    pub required: bool,
    /// The line without the parts that the other fields hold.
    pub description: String,
}

/// Reads the text after a parameter's name: `(integer, optional): How many. Defaults to 3`.
pub(super) fn read(rest: &str) -> Details {
    let mut details = Details::default();
    let (mut optional, mut required) = (false, false);
    let mut description = String::new();
    let mut text = rest;
    while let Some((before, mark, after)) = next_parentheses(text) {
        description.push_str(before);
        text = after;
        let content = Parentheses::read(mark);
        optional |= content.optional;
        required |= content.required;
        details.value_type = details.value_type.or(content.value_type);
        details.default = details.default.take().or(content.default);
        if details.choices.is_empty() {
            details.choices = content.choices;
        }
        if !content.is_complete {
            description.push_str(&format!("({mark})"));
        }
    }
    description.push_str(text);
    let description = description.trim_matches([':', '-', '–', ' ', '*', '`']);
    let (value_type, description) = leading_type(description);
    details.value_type = details.value_type.or(value_type);
    details.description = description.split_whitespace().collect::<Vec<_>>().join(" ");
    for end in [".", ",", ";", ":"] {
        details.description = details.description.replace(&format!(" {end}"), end);
    }
    details.default = details.default.take().or_else(|| default_in(&details.description));
    optional |= has_word(&details.description, "optional")
        || details.default.is_some()
        || mentions_default(&details.description);
    details.required = required || !optional;
    details
}

/// The text before the next parentheses, in them, and after them.
fn next_parentheses(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('(')?;
    let (mark, after) = rest.split_once(')')?;
    Some((before, mark, after))
}

/// The content of parentheses.
#[derive(Default)]
struct Parentheses {
    optional: bool,
    required: bool,
    value_type: Option<ValueType>,
    default: Option<WrittenValue>,
    choices: Vec<WrittenValue>,
    /// Whether all of the content was read.
    is_complete: bool,
}

impl Parentheses {
    fn read(mark: &str) -> Self {
        let mut read = Self { is_complete: true, ..Self::default() };
        let mut others: Vec<&str> = Vec::new();
        for item in items(mark) {
            let lower = item.to_ascii_lowercase();
            if lower == "optional" {
                read.optional = true;
            } else if lower == "required" {
                read.required = true;
            } else if let Some(value_type) =
                ValueType::named(item).filter(|_| read.value_type.is_none() && others.is_empty())
            {
                read.value_type = Some(value_type);
            } else if lower.starts_with("default") {
                read.default = default_in(item);
                read.is_complete &= read.default.is_some();
            } else {
                others.push(item);
            }
        }
        // `(text, json)` is a list of choices, `(string, a, b)` is one with its type.
        let first = items(mark).next().filter(|first| is_ambiguous(first) && !read.has_words());
        if let Some(first) = first.filter(|_| read.value_type.is_some() && !others.is_empty()) {
            read.value_type = None;
            others.insert(0, first);
        }
        let choices: Vec<WrittenValue> = others
            .iter()
            .map(|item| item.trim_start_matches("one of ").trim_start_matches("one of: "))
            .map(|item| WrittenValue::new(item.trim_start_matches("or ")))
            .collect();
        let plain = choices.iter().all(|choice| !choice.text.is_empty() && !choice.text.contains(' '));
        if choices.len() > 1 && plain {
            read.choices = choices;
        } else {
            read.is_complete &= choices.is_empty();
        }
        read
    }

    /// Whether it has words that a list of choices does not have.
    fn has_words(&self) -> bool {
        self.optional || self.required
    }
}

/// Whether the name of a type may as well be a choice.
fn is_ambiguous(word: &str) -> bool {
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

/// The type at the start of a description, `integer - How many`, and the rest.
fn leading_type(text: &str) -> (Option<ValueType>, &str) {
    let end =
        text.find([',', ';', '.', ':']).into_iter().chain(text.find(" - ")).chain(text.find(" – ")).min();
    let end = end.unwrap_or(text.len());
    match ValueType::named(&text[..end]) {
        Some(value_type) => {
            (Some(value_type), text[end..].trim_start_matches([',', ';', '.', ':', '-', '–', ' ']))
        }
        None => (None, text),
    }
}

/// Whether a text has a word.
fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|one| one.eq_ignore_ascii_case(word))
}

/// Whether a text mentions a default.
pub(super) fn mentions_default(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    has_word(text, "defaults")
        || lower.contains("by default")
        || lower.contains("default:")
        || lower.contains("default is")
}

/// The value in `Defaults to de`, `default: 3`, `default is "x"`, `(default 3)`.
fn default_in(text: &str) -> Option<WrittenValue> {
    // Only ASCII changes its case, so offsets stay valid.
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
            // `default 3`, if the parentheses contain nothing else.
            None if is_mark && lower[from..].split_whitespace().count() == 1 => {}
            None => continue,
        }
        let value = value(text[from..].trim_start());
        let nothing = ["none", "null", "nothing", "empty", "the", "a", "an", "all", "no", ""];
        if !nothing.contains(&value.to_ascii_lowercase().as_str()) {
            return Some(WrittenValue::new(value));
        }
    }
    None
}

/// The value at the start of a text: a part in quotes or brackets, or a word.
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
    // The period of a sentence is not part of the value.
    text[..end].trim_end_matches(['.', ':', '!', '*'])
}
