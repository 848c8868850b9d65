//! Parses TOML or the settings of a client into a layer.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use agmark_syntax::nearest::Words;
use agmark_syntax::{Rule, Severity};
use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::globs::Globs;
use super::keys::{self, Keys, Level};
use super::layer::{KnownSettings, Layer, Override, Setting};
use super::shape::{self, Problem};
use super::{foreign, tables};

/// A key that clients use themselves.
const TRACE: &str = "trace";

/// Parses TOML. Globs are relative to the folder of `path`, or to any folder if `None`.
pub(super) fn layer(text: &str, path: Option<&Arc<Path>>, known: &KnownSettings) -> Result<Layer, Problem> {
    let whole = 0..text.len();
    let fail = |e: toml::de::Error| Problem {
        span: e.span().unwrap_or(whole.clone()),
        message: e.message().trim().replace('\n', ", "),
    };
    let table = DeTable::parse(text).map_err(fail)?;
    shape::check(&table, &known.schema)?;
    let keys: Keys = toml::from_str(text).map_err(fail)?;

    let base = path.and_then(|p| p.parent());
    let line = |span: Range<usize>| text.get(..span.start).map_or(1, |t| t.matches('\n').count() + 1);
    let rules = |rules: keys::Rules| -> Result<Vec<Setting>, Problem> {
        let mut settings = Vec::with_capacity(rules.len());
        for (code, level) in rules {
            let span = code.span();
            check_code(code.get_ref(), &known.rules)
                .map_err(|message| Problem { span: span.clone(), message })?;
            let severity = severity(level);
            settings.push(Setting { code: code.into_inner(), severity, line: line(span) });
        }
        Ok(settings)
    };
    let mut layer = Layer {
        path: path.cloned(),
        token_counts: keys.token_counts,
        typing_delay: keys.typing_delay,
        rules: rules(keys.rules)?,
        formats: tables::chosen(table.get_ref(), &known.tables, &line),
        ..Layer::default()
    };
    if let Some(exclude) = keys.exclude {
        layer.exclude_line = exclude.first().map_or(1, |first| line(first.span()));
        layer.exclude = Some(globs(&exclude, base)?);
    }
    if let Some(include) = keys.include {
        layer.include_line = include.first().map_or(1, |first| line(first.span()));
        layer.include = Some(globs(&include, base)?);
    }
    let overrides = table.get_ref().get("overrides").and_then(|all| all.get_ref().as_array());
    let overrides = overrides.into_iter().flatten().filter_map(|one| one.get_ref().as_table());
    for (one, table) in keys.overrides.into_iter().zip(overrides) {
        layer.overrides.push(Override {
            files: globs(&one.files, base)?,
            rules: rules(one.rules)?,
            formats: tables::chosen(table, &known.tables, &line),
        });
    }
    Ok(layer)
}

/// Parses the settings of a client: the same keys, as JSON. An error names its key.
pub(super) fn client_layer(value: &Value, known: &KnownSettings) -> Result<Layer, String> {
    let Some(object) = value.as_object() else {
        return match value {
            Value::Null => Ok(Layer::default()),
            _ => Err("the client's settings for agmark must be an object".to_owned()),
        };
    };
    let keys: Vec<&str> = known.schema["properties"]
        .as_object()
        .into_iter()
        .flat_map(|all| all.keys())
        .map(String::as_str)
        .collect();
    let ours = object.iter().filter(|(key, value)| {
        // Keys of the client itself are allowed there. A misspelled key of agmark is an error.
        let meant = keys.contains(&key.as_str()) || shape::near(key, &keys).is_some();
        meant || !(*key == TRACE || is_foreign(key, value))
    });
    let ours: Value = ours.filter_map(|(k, v)| Some((k.clone(), without_null(v)?))).collect();
    if ours.as_object().is_some_and(serde_json::Map::is_empty) {
        return Ok(Layer::default());
    }
    // Converted to TOML, it is parsed like a file, and a span in the text gives the key.
    let text = toml::to_string(&ours).map_err(|e| format!("the client's settings for agmark: {e}"))?;
    layer(&text, None, known).map_err(|problem| {
        let key = DeTable::parse(&text).map(|table| key_at(table.get_ref(), &problem.span));
        let key = key.ok().flatten().unwrap_or_default();
        format!("the client's setting agmark{key}: {}", problem.message)
    })
}

/// Whether a key, or one in its object, names a program, a host or a secret.
fn is_foreign(key: &str, value: &Value) -> bool {
    let inner = value.as_object().into_iter().flatten();
    foreign::names(key).is_some() || inner.into_iter().any(|(key, value)| is_foreign(key, value))
}

fn severity(level: Level) -> Option<Severity> {
    match level {
        Level::Error => Some(Severity::Error),
        Level::Warning => Some(Severity::Warning),
        Level::Information => Some(Severity::Information),
        Level::Hint => Some(Severity::Hint),
        Level::Off => None,
    }
}

fn globs(patterns: &[Spanned<String>], base: Option<&Path>) -> Result<Globs, Problem> {
    Globs::new(patterns.iter().map(|p| p.get_ref().as_str()), base).map_err(|(at, message)| {
        let span = patterns.get(at).map(Spanned::span).unwrap_or_default();
        Problem { span, message }
    })
}

/// Checks that a rule with this code exists.
fn check_code(code: &str, known: &[&'static Rule]) -> Result<(), String> {
    if known.is_empty() || known.iter().any(|rule| rule.code == code) {
        return Ok(());
    }
    let words = Words::new(known.iter().map(|rule| rule.code.into()));
    let near =
        known.iter().find(|rule| rule.short() == code).map(|rule| rule.code).or_else(|| words.nearest(code));
    if let Some(near) = near {
        return Err(format!("unknown rule \"{code}\": did you mean \"{near}\"?"));
    }
    if let Some(rule) = known.iter().find(|rule| rule.format() == code) {
        return Err(format!(
            "\"{code}\" is a format, not a rule: name one of its rules, such as \"{}\"",
            rule.code
        ));
    }
    Err(format!("unknown rule \"{code}\": `agmark rules` lists all rules"))
}

/// A value without the parts that a client leaves unset.
fn without_null(value: &Value) -> Option<Value> {
    match value {
        Value::Null => None,
        Value::Array(all) => Some(all.iter().filter_map(without_null).collect()),
        Value::Object(all) => {
            Some(all.iter().filter_map(|(k, v)| Some((k.clone(), without_null(v)?))).collect())
        }
        other => Some(other.clone()),
    }
}

/// The path of the innermost key whose name or value contains `span`: `.overrides[0].rules`.
fn key_at(table: &DeTable<'_>, span: &Range<usize>) -> Option<String> {
    let holds = |outer: Range<usize>| outer.start <= span.start && span.end <= outer.end;
    table.iter().find_map(|(key, value)| {
        let inner = value_at(value, span);
        let named = inner.is_some() || holds(key.span()) || holds(value.span());
        named.then(|| format!(".{}{}", key.get_ref(), inner.unwrap_or_default()))
    })
}

fn value_at(value: &Spanned<DeValue<'_>>, span: &Range<usize>) -> Option<String> {
    match value.get_ref() {
        DeValue::Table(table) => key_at(table, span),
        DeValue::Array(all) => all.iter().enumerate().find_map(|(at, one)| {
            let inner = value_at(one, span);
            let here = one.span().start <= span.start && span.end <= one.span().end;
            (inner.is_some() || here).then(|| format!("[{at}]{}", inner.unwrap_or_default()))
        }),
        _ => None,
    }
}
