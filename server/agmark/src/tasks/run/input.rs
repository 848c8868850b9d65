//! The input of a run, where an editor has no form for it: a file that is kept for the program.

use std::fs;

use agmark_lsp::Context;
use agmark_markdownlang::{sample, with_defaults};
use agmark_run::Agent;
use serde_json::{Value, json};

use super::kept;

/// What a run begins with.
pub enum Found {
    Input(Value),
    /// There is none yet; what the person was told.
    Asked(String),
}

/// The input: the one that was given, else the one that is kept. A program that needs none is given none.
///
/// # Errors
/// When the kept input cannot be read, or a first one cannot be written.
pub fn find(context: &Context<'_>, agent: &Agent) -> Result<Found, String> {
    let file =
        kept::input_file(&agent.path).ok_or("there is no home folder to keep the input in: set HOME")?;
    if let Some(input) = context.option("input").filter(|input| !input.is_null()) {
        keep(&file, input)?;
        return Ok(Found::Input(input.clone()));
    }
    if let Ok(text) = fs::read_to_string(&file) {
        let input = serde_json::from_str(&text)
            .map_err(|error| format!("the input in {} is no JSON: {error}", file.display()))?;
        return Ok(Found::Input(input));
    }
    if agent.input.fits(&with_defaults(&agent.program.input, &json!({}))) {
        return Ok(Found::Input(json!({})));
    }
    keep(&file, &sample(&agent.program.input))?;
    Ok(Found::Asked(format!(
        "{} needs an input. A first one is in {}: change it, save it, and run the program again.",
        agent.program.name,
        file.display()
    )))
}

fn keep(file: &std::path::Path, input: &Value) -> Result<(), String> {
    let write = || {
        fs::create_dir_all(file.parent().unwrap_or(file))?;
        fs::write(file, format!("{input:#}\n"))
    };
    write().map_err(|error: std::io::Error| format!("cannot keep the input in {}: {error}", file.display()))
}
