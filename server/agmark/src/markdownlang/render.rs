//! `agmark markdownlang render`: the prompt, without running the program.

use std::path::PathBuf;
use std::process::ExitCode;

use agmark_markdownlang::{Program, ProgramError, render, sample};
use agmark_workspace::files;
use serde_json::Value;

use crate::examples;
use crate::{input, terminal};

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("markdownlang render", ""))]
pub struct Args {
    /// Program: a .md file
    #[arg(value_name = "PROGRAM")]
    program: PathBuf,
    /// Input: JSON, `@FILE`, or `-` for standard input [default: a sample that matches the input schema]
    #[arg(long, value_name = "JSON")]
    input: Option<String>,
}

/// A prompt, and the input that it is for.
pub struct Rendered {
    pub prompt: String,
    /// The sample, if no input was given.
    pub sample: Option<Value>,
}

/// Why there is no prompt.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.join("\n"))]
pub struct RenderFailure(pub Vec<String>);

/// # Errors
/// When the program or the input cannot be read, or has errors; or the prompt cannot be rendered.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let text = files::read(&args.program)?;
    let name = args.program.display().to_string();
    let input = args.input.as_deref().map(input::json).transpose()?;
    match prompt(&name, &text, input) {
        Ok(rendered) => {
            if let Some(sample) = rendered.sample {
                terminal::note(format_args!("no input is given; this is the prompt for {sample}"));
            }
            terminal::unless_gone(terminal::print(rendered.prompt))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(RenderFailure(reasons)) => {
            reasons.iter().for_each(terminal::complain);
            Ok(ExitCode::FAILURE)
        }
    }
}

/// The prompt of a program for an input, or for a sample that matches the input schema. `name` is the name of the program in
/// messages.
///
/// # Errors
/// When the program or the input has errors, or the prompt cannot be rendered.
pub fn prompt(name: &str, text: &str, input: Option<Value>) -> Result<Rendered, RenderFailure> {
    let program = Program::load(text).map_err(|error| {
        let shown = |finding: &ProgramError| {
            format!("{name}:{}:{}: {}", finding.line, finding.column, finding.message)
        };
        RenderFailure(error.errors.iter().map(shown).collect())
    })?;
    let failure = |message: String| RenderFailure(vec![message]);
    let sample = if input.is_some() { None } else { Some(sample(&program.input)) };
    let input = input.or_else(|| sample.clone()).unwrap_or_default();
    let wrong = program.check_input(&program.with_defaults(&input));
    let wrong = wrong.map_err(|error| failure(format!("{name}: {error}")))?;
    if !wrong.is_empty() {
        let shown = wrong.iter().map(|one| {
            let place = if one.pointer.is_empty() { "the input" } else { &one.pointer };
            format!("{place}: {}", one.message)
        });
        return Err(RenderFailure(shown.collect()));
    }
    match render(&program, &input) {
        Ok(prompt) => Ok(Rendered { prompt, sample }),
        Err(error) => Err(failure(format!("{name}:{}: {}", error.line, error.message))),
    }
}
