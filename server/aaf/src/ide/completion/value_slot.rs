//! The span of an attribute's value, and how to quote a value there.

use agmark_syntax::{Completion, Span};

use crate::page::{Annotation, Value};
use crate::syntax::language::Language;

/// How many bytes before the cursor are searched for the name of an attribute.
const NEAR: usize = 256;

/// Characters that a value without quotes must not contain.
const UNSAFE: &[char] = &[' ', '\t', '\n', '"', '\'', '=', '<', '>', '`', '{', '}'];

/// The span for a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueSlot {
    /// The span to replace.
    pub span: Span,
    writing: Quoting,
}

/// How a value is quoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quoting {
    /// Between existing quotes.
    Plain,
    /// Without quotes, if possible.
    Bare,
    /// With this quote on both sides.
    Quoted(char),
    /// With this quote after it; the quote before it exists.
    Closed(char),
}

impl ValueSlot {
    /// A span where the value needs quotes.
    pub fn quoted(span: Span) -> Self {
        ValueSlot { span, writing: Quoting::Quoted('"') }
    }

    /// The span of an annotation's value, if it contains `offset`.
    pub fn of(text: &str, source: Language, annotation: &Annotation<'_>, offset: usize) -> Option<Self> {
        let (name, value) = (annotation.name_span.range(), annotation.value_span.range());
        if annotation.implied || offset < name.end {
            return None;
        }
        let behind = text.get(offset..)?;
        if text.get(name.end..offset)?.trim() == "=" && ends_value(behind) {
            return Some(Self::quoted(Span::at(offset)));
        }
        if value.start <= name.end || !annotation.value_span.touches(offset) {
            return None;
        }
        let slot = |span: Span, writing| Some(ValueSlot { span, writing });
        let typed = text.get(value.start..offset)?;
        let before = text.get(..value.start)?.chars().next_back()?;
        let quote = Some(before).filter(|c| matches!(c, '"' | '\'' | '`'));
        if !annotation.closed {
            // The rest of the line belongs to the value only because the quote is missing.
            let word = typed.chars().all(is_word).then(|| word_end(text, offset))?;
            return slot(Span::new(value.start, word), Quoting::Closed(quote?));
        }
        let written = text.get(value.clone())?;
        let name = text.get(name)?;
        let is_bound = name.starts_with([':', '[']) || name.contains("-bind:");
        match quote {
            // An expression: a text in it needs other quotes.
            Some(outer) if is_bound => {
                let inner = if outer == '"' { '\'' } else { '"' };
                expression(written, value.start, offset).and_then(|span| slot(span, Quoting::Quoted(inner)))
            }
            // A template computes it.
            Some(_) if annotation.value == Value::Dynamic => None,
            Some(_) => slot(annotation.value_span, Quoting::Plain),
            // A word in braces: `{true}`.
            None if !source.writes_tags() && (before == '{' || before.is_ascii_whitespace()) => {
                slot(annotation.value_span, Quoting::Quoted('"'))
            }
            None if written.starts_with('{') => {
                let inner = written.strip_prefix('{')?.strip_suffix('}')?;
                let span = expression(inner, value.start + 1, offset)?;
                slot(span, Quoting::Quoted('"'))
            }
            None => slot(annotation.value_span, Quoting::Bare),
        }
    }

    /// Completions of values, with the quotes that they need.
    pub fn write(&self, mut offers: Vec<Completion>) -> Vec<Completion> {
        for offer in &mut offers {
            let text = &mut offer.edit.text;
            match self.writing {
                Quoting::Bare if text.contains(UNSAFE) => *text = format!("\"{text}\""),
                Quoting::Plain | Quoting::Bare => {}
                Quoting::Quoted(quote) => *text = format!("{quote}{text}{quote}"),
                Quoting::Closed(quote) => text.push(quote),
            }
        }
        offers
    }
}

/// A script with an empty string inserted at the cursor, if the value of an attribute is missing there: `name=`,
/// `name={}`. Without it, the attribute has no text as its value.
pub fn repaired(text: &str, source: Language, offset: usize) -> Option<String> {
    let (before, behind) = text.split_at_checked(offset).filter(|_| !source.writes_tags())?;
    let near = before.get(before.floor_char_boundary(before.len().saturating_sub(NEAR))..)?.trim_end();
    let near = near.strip_suffix('{').map_or(near, str::trim_end).strip_suffix('=')?.trim_end();
    let is_attribute = near.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '-');
    (is_attribute && ends_value(behind)).then(|| format!("{before}\"\"{behind}"))
}

/// Whether `behind` begins with no value.
fn ends_value(behind: &str) -> bool {
    behind.is_empty() || behind.starts_with(|c: char| c.is_whitespace() || matches!(c, '>' | '/' | '}'))
}

/// The span of a text in an expression that contains nothing else, or of a word to replace with one.
fn expression(inner: &str, start: usize, offset: usize) -> Option<Span> {
    let blanks = inner.len() - inner.trim_start().len();
    let word = inner.trim();
    let span = Span::new(start + blanks, start + blanks + word.len());
    let text = word.trim_matches(['"', '\'', '`']);
    if word.is_empty() {
        return Some(Span::at(offset));
    }
    (span.touches(offset) && text.chars().all(is_word)).then_some(span)
}

fn word_end(text: &str, offset: usize) -> usize {
    let behind = text.get(offset..).unwrap_or("");
    offset + behind.find(|c| !is_word(c)).unwrap_or(behind.len())
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '/')
}
