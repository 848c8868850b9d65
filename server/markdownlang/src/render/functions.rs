//! The functions of templates.

use std::cmp::Ordering;

use agmark_syntax::Span;
use serde_json::Value as Json;

use super::escape::{html, js, urlquery};
use super::fault::{Fault, fault};
use super::value::{Val, text};
use super::{case, compare, printf};
use crate::vocabulary::find_function;

/// The result of a function. `span` is the place of its name.
pub(crate) fn call<'a>(name: &str, span: Span, values: Vec<Val<'a>>) -> Result<Val<'a>, Fault> {
    let Some(function) = find_function(name) else {
        return fault(span, format!("unknown function \"{name}\""));
    };
    if values.len() < function.least || function.most.is_some_and(|most| values.len() > most) {
        return fault(
            span,
            format!(
                "wrong number of arguments for `{name}` (found {}): write `{}`",
                values.len(),
                function.usage
            ),
        );
    }
    apply(name, values).or_else(|message| fault(span, format!("{name}: {message}")))
}

fn apply<'a>(name: &str, mut values: Vec<Val<'a>>) -> Result<Val<'a>, String> {
    let bool = |value: bool| Ok(Val::own(Json::Bool(value)));
    let string = |value: String| Ok(Val::own(Json::String(value)));
    let ordered = |values: &[Val<'_>], right: fn(Ordering) -> bool| match values {
        [a, b] => bool(right(compare::order(a, b)?)),
        _ => Err("expected two arguments".to_owned()),
    };
    match name {
        "not" => bool(!values.first().is_some_and(Val::truth)),
        "and" | "or" => {
            let decides = values.iter().position(|v| v.truth() == (name == "or"));
            let last = values.len().saturating_sub(1);
            Ok(values.swap_remove(decides.unwrap_or(last)))
        }
        "eq" => bool(compare::equals(&values)?),
        "ne" => bool(!compare::equals(&values)?),
        "lt" => ordered(&values, Ordering::is_lt),
        "le" => ordered(&values, Ordering::is_le),
        "gt" => ordered(&values, Ordering::is_gt),
        "ge" => ordered(&values, Ordering::is_ge),
        "len" => len(&values).map(|n| Val::own(Json::from(n))),
        "index" => index(values),
        "slice" => slice(&values),
        "default" => {
            let value = values.pop().unwrap_or(Val::Missing);
            if value.truth() { Ok(value) } else { Ok(values.pop().unwrap_or(Val::Missing)) }
        }
        "upper" => string(string_argument(&values, 0)?.chars().map(case::upper).collect()),
        "lower" => string(string_argument(&values, 0)?.chars().map(case::lower).collect()),
        "title" => string(case::title(string_argument(&values, 0)?)),
        "split" => {
            let (text, separator) = (string_argument(&values, 0)?, string_argument(&values, 1)?);
            let parts: Vec<Json> = if separator.is_empty() {
                text.chars().map(|c| c.to_string().into()).collect()
            } else {
                text.split(separator).map(Into::into).collect()
            };
            Ok(Val::own(Json::Array(parts)))
        }
        "join" => {
            let first = values.first().unwrap_or(&Val::Missing);
            let Some(items) = first.json().as_array() else {
                return Err(format!("the first argument must be a list, found {}", first.kind()));
            };
            let parts: Vec<String> = items.iter().map(text).collect();
            string(parts.join(string_argument(&values, 1)?))
        }
        "print" => string(print(&values)),
        "println" => {
            let parts: Vec<String> = values.iter().map(Val::text).collect();
            string(format!("{}\n", parts.join(" ")))
        }
        "printf" => {
            let format = string_argument(&values, 0)?;
            string(printf::printf(format, values.get(1..).unwrap_or_default()))
        }
        "html" => string(html(&print(&values))),
        "js" => string(js(&print(&values))),
        "urlquery" => string(urlquery(&print(&values))),
        _ => Err("unknown function".to_owned()),
    }
}

/// The argument at an index, which must be a string.
fn string_argument<'v>(values: &'v [Val<'_>], at: usize) -> Result<&'v str, String> {
    let value = values.get(at).unwrap_or(&Val::Missing);
    value.str().ok_or_else(|| format!("argument {} must be a string, found {}", at + 1, value.kind()))
}

/// The values as text, as Go's `Sprint` prints them: with a space between two that are both not strings.
fn print(values: &[Val<'_>]) -> String {
    let mut out = String::new();
    for (i, value) in values.iter().enumerate() {
        if i > 0 && value.str().is_none() && values[i - 1].str().is_none() {
            out.push(' ');
        }
        out.push_str(&value.text());
    }
    out
}

fn len(values: &[Val<'_>]) -> Result<usize, String> {
    let value = values.first().unwrap_or(&Val::Missing);
    match value.json() {
        Json::String(text) => Ok(text.chars().count()),
        Json::Array(items) => Ok(items.len()),
        Json::Object(map) => Ok(map.len()),
        _ => Err(format!("{} has no length", value.kind())),
    }
}

fn index<'a>(values: Vec<Val<'a>>) -> Result<Val<'a>, String> {
    let mut values = values.into_iter();
    let mut value = values.next().unwrap_or(Val::Missing);
    for key in values {
        value = match value.json() {
            Json::Array(items) => {
                let at = whole(&key)?;
                match usize::try_from(at).ok().and_then(|at| value.item(at)) {
                    Some(item) => item,
                    None => {
                        return Err(format!("item {at} does not exist: the list has {} items", items.len()));
                    }
                }
            }
            Json::String(text) => {
                let at = whole(&key)?;
                match usize::try_from(at).ok().and_then(|at| text.as_bytes().get(at)) {
                    Some(byte) => Val::own(Json::from(*byte)),
                    None => {
                        return Err(format!("byte {at} does not exist: the string has {} bytes", text.len()));
                    }
                }
            }
            Json::Object(_) => match key.str() {
                Some(name) => value.field(name).map_err(str::to_owned)?,
                None => return Err(format!("the key of an object must be a string, found {}", key.kind())),
            },
            _ => return Err(format!("{} has no items", value.kind())),
        };
    }
    Ok(value)
}

/// The items of a list, or the characters of a string, from a start to before an end. Bounds outside of the value are moved to
/// its ends.
fn slice<'a>(values: &[Val<'_>]) -> Result<Val<'a>, String> {
    let value = values.first().unwrap_or(&Val::Missing);
    let bounds = |length: usize| -> Result<(usize, usize), String> {
        let bound = |at: usize, otherwise: usize| match values.get(at) {
            Some(value) => Ok(usize::try_from(whole(value)?).unwrap_or(0).min(length)),
            None => Ok::<_, String>(otherwise),
        };
        let (start, end) = (bound(1, 0)?, bound(2, length)?);
        Ok((start.min(end), end))
    };
    match value.json() {
        Json::Array(items) => {
            let (start, end) = bounds(items.len())?;
            Ok(Val::own(Json::Array(items.get(start..end).unwrap_or_default().to_vec())))
        }
        Json::String(text) => {
            let (start, end) = bounds(text.chars().count())?;
            Ok(Val::own(text.chars().skip(start).take(end - start).collect::<String>().into()))
        }
        _ => Err(format!("`slice` needs a list or a string, found {}", value.kind())),
    }
}

fn whole(value: &Val<'_>) -> Result<i64, String> {
    value.integer().ok_or_else(|| format!("a position must be an integer, found {}", value.kind()))
}
