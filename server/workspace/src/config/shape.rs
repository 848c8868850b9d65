//! Checks a TOML document against the schema of the keys. The errors are more exact than those of serde.

use std::ops::Range;

use agmark_syntax::nearest::nearest;
use serde_json::Value;
use toml::Spanned;
use toml::de::{DeInteger, DeString, DeTable, DeValue};

use super::foreign;

/// An error with its span.
#[derive(Debug)]
pub(super) struct Problem {
    pub span: Range<usize>,
    pub message: String,
}

/// Returns the first part of `table` that the schema does not allow.
pub(super) fn check(table: &Spanned<DeTable<'_>>, schema: &Value) -> Result<(), Problem> {
    Shape { root: schema }.table(table.get_ref(), table.span(), schema, "")
}

struct Shape<'a> {
    root: &'a Value,
}

impl<'a> Shape<'a> {
    fn table(
        &self,
        table: &DeTable<'_>,
        span: Range<usize>,
        schema: &'a Value,
        name: &str,
    ) -> Result<(), Problem> {
        let mut keys: Vec<_> = table.iter().collect();
        keys.sort_by_key(|(key, _)| key.span().start);
        for (key, value) in keys {
            let word = key.get_ref().as_ref();
            if word.trim().is_empty() {
                let message = "missing key before the equals sign: add one or remove the line".to_owned();
                return Err(Problem { span: key.span(), message });
            }
            let known = schema.get("properties").and_then(|properties| properties.get(word));
            let any = || schema.get("additionalProperties").filter(|schema| schema.is_object());
            match known.or_else(any) {
                Some(inner) => self.value(value, self.resolved(inner), word)?,
                None => return Err(unknown(key, value, schema, name)),
            }
        }
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        match required.filter_map(Value::as_str).find(|key| !table.contains_key(*key)) {
            Some(key) => Err(Problem { span, message: format!("\"{name}\" needs \"{key}\"") }),
            None => Ok(()),
        }
    }

    fn value(&self, value: &Spanned<DeValue<'_>>, schema: &'a Value, name: &str) -> Result<(), Problem> {
        let words = allowed(schema);
        let message = match (value.get_ref(), schema.get("type").and_then(Value::as_str)) {
            (DeValue::Table(table), Some("object")) => return self.table(table, value.span(), schema, name),
            (DeValue::Array(all), Some("array")) => {
                let inner = schema.get("items").map_or(&Value::Null, |items| self.resolved(items));
                return all.iter().try_for_each(|one| self.value(one, inner, name));
            }
            (DeValue::String(word), _) if words.contains(&&**word) => return Ok(()),
            (DeValue::String(word), _) if !words.is_empty() => {
                format!("\"{name}\" cannot be \"{word}\"{}", instead(word, &words))
            }
            (DeValue::String(_), Some("string")) => return Ok(()),
            (DeValue::Boolean(_), Some("boolean")) => return Ok(()),
            (DeValue::Integer(number), Some("integer")) if fits(number, schema) => {
                return Ok(());
            }
            (DeValue::Integer(number), Some("integer")) => {
                format!("\"{name}\" must be {}, not {number}", expected(schema))
            }
            (other, _) => format!("\"{name}\" must be {}, not {}", expected(schema), kind(other)),
        };
        Err(Problem { span: value.span(), message })
    }

    /// The target of a `$ref` of the schema.
    fn resolved(&self, schema: &'a Value) -> &'a Value {
        let target = schema.get("$ref").and_then(Value::as_str);
        let target = target.and_then(|t| self.root.pointer(t.trim_start_matches('#')));
        target.unwrap_or(schema)
    }
}

/// The error of a key that is not in the schema.
fn unknown(
    key: &Spanned<DeString<'_>>,
    value: &Spanned<DeValue<'_>>,
    schema: &Value,
    table: &str,
) -> Problem {
    let word = key.get_ref().as_ref();
    let known = schema.get("properties").and_then(Value::as_object);
    let known: Vec<&str> = known.into_iter().flat_map(|all| all.keys()).map(String::as_str).collect();
    // A misspelled known key is reported as such, even if it names a program, a host or a secret.
    if near(word, &known).is_none()
        && let Some(problem) = misplaced(key, value)
    {
        return problem;
    }
    let place = if table.is_empty() { String::new() } else { format!(" in \"{table}\"") };
    Problem { span: key.span(), message: format!("unknown key \"{word}\"{place}{}", instead(word, &known)) }
}

/// The error of a key, or of a key in its table, that must not be in a file of a workspace.
fn misplaced(key: &Spanned<DeString<'_>>, value: &Spanned<DeValue<'_>>) -> Option<Problem> {
    let word = key.get_ref();
    if let Some(what) = foreign::names(word) {
        return Some(Problem { span: key.span(), message: foreign::message(word, what) });
    }
    let mut inner: Vec<_> = value.get_ref().as_table()?.iter().collect();
    inner.sort_by_key(|(key, _)| key.span().start);
    inner.into_iter().find_map(|(key, value)| misplaced(key, value))
}

/// The suggestion and the allowed words.
fn instead(word: &str, words: &[&str]) -> String {
    match near(word, words) {
        Some(near) => format!(": did you mean \"{near}\"? Allowed: {}", list(words)),
        None => format!(": allowed are {}", list(words)),
    }
}

/// The one of `words` that a person probably meant by `word`.
pub(super) fn near<'a>(word: &str, words: &[&'a str]) -> Option<&'a str> {
    // A prefix (`warn`) has too many edits for a typo.
    let begun = words.iter().copied().find(|w| word.len() >= 3 && w.starts_with(word));
    begun.or_else(|| nearest(word, words.iter().copied()))
}

/// Whether a schema allows a whole number.
fn fits(number: &DeInteger<'_>, schema: &Value) -> bool {
    let (least, most) = bounds(schema);
    u32::from_str_radix(number.as_str(), number.radix()).is_ok_and(|number| (least..=most).contains(&number))
}

/// The limits of a whole number in a schema.
fn bounds(schema: &Value) -> (u32, u32) {
    let bound =
        |key: &str| schema.get(key).and_then(Value::as_u64).and_then(|bound| u32::try_from(bound).ok());
    (bound("minimum").unwrap_or(0), bound("maximum").unwrap_or(u32::MAX))
}

/// The words that a schema allows, if it has a list.
fn allowed(schema: &Value) -> Vec<&str> {
    let each = |key: &str| schema.get(key).and_then(Value::as_array).into_iter().flatten();
    let described = each("oneOf").filter_map(|one| one.get("const"));
    described.chain(each("enum")).filter_map(Value::as_str).collect()
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

fn expected(schema: &Value) -> String {
    let words = allowed(schema);
    match schema.get("type").and_then(Value::as_str) {
        _ if !words.is_empty() => format!("one of {}", list(&words)),
        Some("boolean") => "true or false".to_owned(),
        Some("integer") => {
            let (least, most) = bounds(schema);
            format!("a whole number from {least} to {most}")
        }
        Some("array") => "a list such as [\"…\", \"…\"]".to_owned(),
        Some("object") => "a table of keys and values".to_owned(),
        _ => "a text in quotes".to_owned(),
    }
}

/// `"a", "b" and "c"`.
fn list(words: &[&str]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("\"{word}\"")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}
