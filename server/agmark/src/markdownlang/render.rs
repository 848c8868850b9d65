//! `agmark markdownlang render`: the prompt, without running the program.

use std::path::PathBuf;
use std::process::ExitCode;

use agmark_markdownlang::{Program, render, sample};
use agmark_workspace::files;

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

/// # Errors
/// When the program or the input cannot be read, or has errors; or the prompt cannot be rendered.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let text = files::read(&args.program)?;
    let shown = args.program.display();
    let program = match Program::load(&text) {
        Ok(program) => program,
        Err(error) => {
            for finding in &error.errors {
                terminal::complain(format_args!(
                    "{shown}:{}:{}: {}",
                    finding.line, finding.column, finding.message
                ));
            }
            return Ok(ExitCode::FAILURE);
        }
    };
    let input = match &args.input {
        Some(given) => input::json(given)?,
        None => {
            let input = sample(&program.input);
            terminal::note(format_args!("no input is given; this is the prompt for {input}"));
            input
        }
    };
    let filled = program.with_defaults(&input);
    let wrong = program.check_input(&filled).map_err(|error| anyhow::anyhow!("{shown}: {error}"))?;
    if !wrong.is_empty() {
        for one in &wrong {
            let place = if one.pointer.is_empty() { "the input" } else { &one.pointer };
            terminal::complain(format_args!("{place}: {}", one.message));
        }
        return Ok(ExitCode::FAILURE);
    }
    match render(&program, &input) {
        Ok(prompt) => {
            terminal::unless_gone(terminal::print(prompt))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            terminal::complain(format_args!("{shown}:{}: {}", error.line, error.message));
            Ok(ExitCode::FAILURE)
        }
    }
}
