//! What templates render: each case is a template, and what Go's documentation says it gives.

mod actions;
mod errors;
mod functions;
mod go;
mod printf;
mod values;

use agmark_markdownlang::{Program, render};
use serde_json::{Value, json};

/// A case: the template and what it gives.
type Case = (&'static str, &'static str);

/// The input of all cases.
fn input() -> Value {
    json!({
        "name": "ada", "title": "the engine", "empty": "", "zero": 0, "count": 3, "price": 2.5, "whole": 4.0,
        "big": 1_000_000, "huge": 1e21, "yes": true, "no": false, "nothing": null, "quote": "a \"b\" <c> & 'd'",
        "items": ["tea", "salt", "rice"], "none": [], "numbers": [3, 1, 2], "mixed": [1, "two", null, true, 2.5],
        "user": {"name": "Grace", "mail": null, "home": {"city": "Oslo"}}, "map": {"b": 2, "a": 1, "c": 3},
        "void": {}, "rows": [{"id": 1, "tags": ["x", "y"]}, {"id": 2, "tags": []}], "first-name": "Ada",
        "code": "{{ .name }}", "text": "één\ntwee", "grid": [[1, 2], [3, 4]]
    })
}

/// A program with this template.
fn program(template: &str) -> String {
    format!(
        "---\nname: case\ndescription: A case\ninput: {{ type: object }}\noutput: {{ type: object }}\n---\n{template}"
    )
}

fn rendered(template: &str) -> String {
    let program = match Program::load(&program(template)) {
        Ok(program) => program,
        Err(error) => return format!("not loaded: {error}"),
    };
    match render(&program, &input()) {
        Ok(prompt) => prompt,
        Err(error) => format!("error: {}", error.message),
    }
}

#[track_caller]
fn check(cases: &[Case]) {
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(template, expected)| {
            let given = rendered(template);
            (given != *expected).then(|| format!("{template}\n  gives   {given:?}\n  and not {expected:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
