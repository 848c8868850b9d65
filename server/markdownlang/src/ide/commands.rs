//! Commands: the rendered prompt.

use agmark_syntax::{Command, NewDocument, Outcome, Request};
use serde_json::Value as Json;

use crate::program::{Program, render, sample};

pub(crate) const PREVIEW: &str = "agmark.markdownlang.preview";

pub(crate) const COMMANDS: &[Command] = &[Command {
    id: PREVIEW,
    title: "markdownlang: Show Rendered Prompt",
    help: "Opens the prompt of the program for `input` (an object, or its JSON as text), or for a sample of the input \
               schema. Its `note` has the input and its errors. Run the command again to update the prompt.",
}];

pub(crate) fn execute(command: &str, request: &Request<'_>) -> Result<Outcome, String> {
    match command {
        PREVIEW => preview(request),
        _ => Err(format!("unknown command {command}")),
    }
}

fn preview(request: &Request<'_>) -> Result<Outcome, String> {
    let text = request.document.text();
    let program = Program::read(&text.slice(0..text.len()));
    let (input, of) = match request.options.get("input") {
        None | Some(Json::Null) => (sample(&program.input), "a sample"),
        Some(Json::String(text)) => {
            let input =
                serde_json::from_str(text).map_err(|e| format!("the input is not valid JSON: {e}"))?;
            (input, "this input")
        }
        Some(other) => (other.clone(), "this input"),
    };
    let prompt =
        render(&program, &input).map_err(|error| format!("the prompt cannot be rendered: {error}"))?;
    let wrong = program.check_input(&program.with_defaults(&input)).unwrap_or_default();
    let wrong: Vec<String> = wrong
        .iter()
        .map(|one| match one.pointer.as_str() {
            "" => one.message.clone(),
            pointer => format!("{pointer}: {}", one.message),
        })
        .collect();
    let errors =
        if wrong.is_empty() { String::new() } else { format!(", which is invalid: {}", wrong.join("; ")) };
    let name = if program.name.is_empty() { "program" } else { &program.name };
    Ok(Outcome::Document(NewDocument {
        name: format!("{name}.prompt.md"),
        language: "markdown".to_owned(),
        text: prompt,
        note: format!("for {of}: {input}{errors}"),
    }))
}
