//! Commands: the prompt rendered, other Markdown converted.

use agmark_syntax::{Command, Edit, Outcome, Request, Span, Written};
use serde_json::Value as Json;

use crate::convert;
use crate::load::{Program, render, sample};

pub(super) const PREVIEW: &str = "agmark.markdownlang.preview";
pub(super) const CONVERT: &str = "agmark.markdownlang.convertSkill";

pub(super) const COMMANDS: &[Command] = &[
    Command {
        id: PREVIEW,
        title: "markdownlang: Show Rendered Prompt",
        help: "Opens the prompt that the program gives for `input` (an object, or its JSON as text); without one, for a \
               sample made from the input schema.",
    },
    Command {
        id: CONVERT,
        title: "markdownlang: Convert to a Program",
        help: "Makes a program of a skill (SKILL.md) or a plain Markdown prompt: parameters become the input schema, \
               tools become servers. Replaces the document; with `open` set, opens the program as a new document.",
    },
];

pub(super) fn execute(command: &str, request: &Request<'_>) -> Result<Outcome, String> {
    match command {
        PREVIEW => preview(request),
        CONVERT => {
            let text = request.document.text();
            let whole = text.slice(0..text.len()).into_owned();
            let converted = convert::skill(&whole, &own_name(request));
            if request.flag("open") {
                return Ok(Outcome::Written(Written {
                    name: format!("{}.md", converted.name),
                    language: "markdownlang".to_owned(),
                    text: converted.text,
                    note: String::new(),
                }));
            }
            Ok(Outcome::Edits(vec![Edit::replace(Span::new(0, whole.len()), converted.text)]))
        }
        _ => Err(format!("there is no command {command}")),
    }
}

/// What the document's file is called, without its ending.
fn own_name(request: &Request<'_>) -> String {
    let stem =
        request.world.path().and_then(|path| path.file_stem()).map(|s| s.to_string_lossy().into_owned());
    stem.unwrap_or_default()
}

fn preview(request: &Request<'_>) -> Result<Outcome, String> {
    let text = request.document.text();
    let program = Program::read(&text.slice(0..text.len()));
    let (input, of) = match request.options.get("input") {
        None | Some(Json::Null) => (sample(&program.input), "a sample"),
        Some(Json::String(text)) => {
            let input = serde_json::from_str(text).map_err(|e| format!("the input is no JSON: {e}"))?;
            (input, "this input")
        }
        Some(other) => (other.clone(), "this input"),
    };
    let prompt =
        render(&program, &input).map_err(|error| format!("the prompt cannot be rendered: {error}"))?;
    let name = if program.name.is_empty() { "program" } else { &program.name };
    Ok(Outcome::Written(Written {
        name: format!("{name}.prompt.md"),
        language: "markdown".to_owned(),
        text: prompt,
        note: format!("for {of}: {input}"),
    }))
}
