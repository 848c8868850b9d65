//! ANML: diffs and patches, views, conversions, scripts.

use std::convert::Infallible;
use std::sync::Arc;

use agmark_anml::diff::{diff, keep_refs::keep_refs, patch::patch};
use agmark_anml::view::{Filter, Options, view};
use agmark_anml::{actions, aria, canonical, html, tree};
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::world::{EmptyWorld, Settings};
use agmark_syntax::{Document, Severity};

use crate::Case;

type Checked = Result<(), String>;

/// Formatting keeps what a program reads.
pub fn meaning(case: &Case) -> Checked {
    let text = case.part(0);
    let (before, after) = (json(text)?, json(&canonical(text))?);
    match before == after {
        true => Ok(()),
        false => Err(format!("formatting changes the meaning:\n{before}\n{after}")),
    }
}

/// The tree of a text as JSON, without places.
fn json(text: &str) -> Result<serde_json::Value, String> {
    let mut out = String::new();
    let write = |part: &str| -> Result<(), Error> {
        out.push_str(part);
        Ok(())
    };
    tree::write_json(text.as_bytes(), write).map_err(|error| format!("{error:?}"))?;
    let mut value = serde_json::from_str(&out).map_err(|error| format!("{error}: {out}"))?;
    without_spans(&mut value);
    Ok(value)
}

#[derive(Debug)]
struct Error(#[allow(dead_code, reason = "shown by Debug")] String);

impl From<agmark_anml::stream::ReadError> for Error {
    fn from(error: agmark_anml::stream::ReadError) -> Self {
        Self(error.to_string())
    }
}

impl From<Infallible> for Error {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

fn without_spans(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(map) => {
            map.remove("span");
            map.values_mut().for_each(without_spans);
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(without_spans),
        _ => {}
    }
}

/// A diff of two snapshots leads from the one to the other.
pub fn roundtrip(case: &Case) -> Checked {
    let (old, new) = (case.part(0), case.part(1));
    let Ok(made) = diff(old, new, "old.anml") else { return Ok(()) };
    let patched = patch(old, &made.text).map_err(|error| format!("{error}\nin:\n{}", made.text))?;
    let expected = canonical(new);
    if lines(&patched) != lines(&expected) {
        return Err(format!("the patch gives:\n{patched}\ninstead of:\n{expected}\nby:\n{}", made.text));
    }
    if !made.changed && lines(&canonical(old)) != lines(&expected) {
        return Err("a diff says that nothing changed".to_owned());
    }
    if let Ok(kept) = keep_refs(old, new) {
        let made =
            diff(old, &kept, "old.anml").map_err(|error| format!("after keep_refs: {error}\n{kept}"))?;
        patch(old, &made.text).map_err(|error| format!("after keep_refs: {error}"))?;
    }
    Ok(())
}

/// What counts of a snapshot: its lines. An empty front matter is none, and a byte order mark is dropped.
fn lines(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.strip_prefix('\u{feff}').unwrap_or(text).lines().collect();
    match lines.as_slice() {
        ["---", "---", rest @ ..] => rest.to_vec(),
        _ => lines,
    }
}

/// A patch is refused, or gives a snapshot without errors.
pub fn patches(case: &Case) -> Checked {
    let Ok(text) = patch(case.part(0), case.part(1)) else { return Ok(()) };
    match errors(&text).first() {
        None => Ok(()),
        Some(error) => Err(format!("the patched snapshot has the error {error}:\n{text}")),
    }
}

/// A view is a document without new errors, and keeps to its budget and its depth.
pub fn views(case: &Case) -> Checked {
    let text = case.part(0);
    let options = options(case.part(1));
    let mut out = String::new();
    let written = view(|| Ok(text.as_bytes()), &options, &mut |part| {
        out.push_str(part);
        Ok(())
    });
    if written.is_err() || !errors(text).is_empty() {
        return Ok(());
    }
    if let Some(error) = errors(&out).first() {
        return Err(format!("the view has the error {error}:\n{out}"));
    }
    let body = match out.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")) {
        Some((_, body)) => body,
        None => &out,
    };
    match options.budget {
        Some(budget) if body.lines().count() > budget as usize => {
            Err(format!("{} lines for a budget of {budget}:\n{out}", body.lines().count()))
        }
        _ => Ok(()),
    }
}

fn options(words: &str) -> Options {
    let mut options = Options::default();
    for word in words.split_whitespace() {
        match word.split_once('=') {
            Some(("depth", depth)) => options.depth = depth.parse().ok(),
            Some(("budget", budget)) => options.budget = budget.parse().ok(),
            Some(("expand", one)) => options.expand.push(one.to_owned()),
            _ => options.filter = word.parse::<Filter>().ok().or(options.filter),
        }
    }
    options
}

/// An ARIA snapshot becomes a document without errors.
pub fn from_aria(case: &Case) -> Checked {
    converted(&aria::convert(case.part(0)))
}

/// A page becomes a document without errors.
pub fn from_html(case: &Case) -> Checked {
    converted(&html::convert(case.part(0), Some("https://x.example/")))
}

fn converted(text: &str) -> Checked {
    if let Some(error) = errors(text).first() {
        return Err(format!("the result has the error {error}:\n{text}"));
    }
    match canonical(text) == text {
        true => Ok(()),
        false => Err(format!("the result is not in canonical form:\n{text}")),
    }
}

/// A script is checked against any snapshot, with places in its text.
pub fn scripts(case: &Case) -> Checked {
    let (script, snapshot) = (case.part(0), case.part(1));
    let targets = actions::targets(snapshot.as_bytes()).map_err(|error| error.to_string())?;
    for problem in actions::check(script, Some(&targets)) {
        let line =
            script.split('\n').nth(problem.line - 1).ok_or_else(|| format!("no such line: {problem:?}"))?;
        if problem.column > line.chars().count() + 1 {
            return Err(format!("no such column: {problem:?}"));
        }
    }
    actions::against(script);
    actions::count(script);
    Ok(())
}

/// The codes of the errors in a text, with their places.
fn errors(text: &str) -> Vec<String> {
    let document = Document::new(Arc::new(agmark_anml::Anml), text);
    let all = diagnose(&document, &EmptyWorld, &Settings::default());
    let errors = all.into_iter().filter(|one| one.severity == Severity::Error);
    errors.map(|one| format!("{} {:?}: {}", one.rule.code, one.span, one.message)).collect()
}
