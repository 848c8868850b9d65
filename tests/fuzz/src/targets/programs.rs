//! markdownlang: the checker and the renderer agree, formatting keeps the meaning, conversions give programs.

use std::sync::Arc;

use agmark_markdownlang::{Markdownlang, Program, convert, render, sample};
use agmark_schema::validate::check_value;
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::world::{EmptyWorld, Settings};
use agmark_syntax::{AnyFormat, Document, Severity};
use serde_json::Value;

use super::documents;
use crate::Case;

type Checked = Result<(), String>;

fn format() -> Arc<dyn AnyFormat> {
    Arc::new(Markdownlang)
}

/// The findings of a text: (code, severity).
fn found(text: &str) -> Vec<(&'static str, Severity)> {
    let document = Document::new(format(), text);
    diagnose(&document, &EmptyWorld, &Settings::default())
        .into_iter()
        .map(|one| (one.rule.code, one.severity))
        .collect()
}

/// A program in which nothing is found renders for an input that fits its schema.
pub fn rendering(case: &Case) -> Checked {
    let text = case.part(0);
    let program = Program::read(text);
    let input = sample(&program.input);
    let rendered = render(&program, &input);
    let fits =
        check_value(&program.input, &program.with_defaults(&input)).is_ok_and(|wrong| wrong.is_empty());
    let silent = found(text).is_empty() && !text.contains("agmark: allow");
    match rendered {
        Err(error) if silent && fits && !by_value(&error.message) => {
            Err(format!("nothing is found, but for {input} rendering fails: {error}"))
        }
        _ => Ok(()),
    }
}

/// Failures that depend on the value, not on its type: the checker does not promise to find them.
fn by_value(message: &str) -> bool {
    // Of a field that no schema declares, nothing is known.
    [
        "a missing key",
        "out of range",
        "too long",
        "too many",
        "limit",
        "steps",
        "at most",
        "deep",
        "index",
        "by zero",
    ]
    .iter()
    .any(|words| message.contains(words))
}

/// Formatting keeps what a program says and what it renders.
pub fn meaning(case: &Case) -> Checked {
    let text = case.part(0);
    let formatted = documents::formatted(&format(), text);
    let (before, after) = (Program::read(text), Program::read(&formatted));
    let said = |p: &Program| {
        let servers: Vec<_> =
            p.servers.iter().map(|s| (s.name.clone(), s.transport.clone(), s.disabled)).collect();
        let imports: Vec<_> = p.imports.iter().map(|i| i.path.clone()).collect();
        (
            p.name.clone(),
            p.description.clone(),
            p.model.clone(),
            p.input.clone(),
            p.output.clone(),
            imports,
            servers,
        )
    };
    if said(&before) != said(&after) {
        return Err(format!("formatting changes the front matter:\n{text:?}\n{formatted:?}"));
    }
    let input = sample(&before.input);
    let prompt = |p: &Program| render(p, &input).map(|text| text.replace('\r', "")).map_err(|e| e.message);
    let (before, after) = (prompt(&before), prompt(&after));
    if before != after {
        return Err(format!(
            "formatting changes the prompt from {before:?} to {after:?}:\n{text:?}\n{formatted:?}"
        ));
    }
    Ok(())
}

/// A skill becomes a program without errors, and what its list of parameters says is kept.
pub fn skills(case: &Case) -> Checked {
    let made = convert::skill(case.part(0), "fallback");
    // What it imports does not exist here: that is found only with a look at other files.
    let errors: Vec<_> =
        found(&made.text).into_iter().filter(|(_, severity)| *severity == Severity::Error).collect();
    if !errors.is_empty() {
        return Err(format!("the program has errors {errors:?}:\n{}", made.text));
    }
    let program = Program::load(&made.text).map_err(|error| format!("{error}\n{}", made.text))?;
    if program.name != made.name {
        return Err(format!("the program is called {:?} and {:?}", program.name, made.name));
    }
    render(&program, &sample(&program.input)).map(drop).map_err(|error| format!("{error}\n{}", made.text))
}

/// A sample of a schema is a value, whatever the schema; a value is held against any schema.
pub fn samples(case: &Case) -> Checked {
    let schema = agmark_schema::json::parse(case.part(0)).root.to_json();
    let made: Value = sample(&schema);
    agmark_markdownlang::with_defaults(&schema, &made);
    drop(agmark_schema::validate::check_schema(&schema));
    drop(check_value(&schema, &made));
    Ok(())
}
