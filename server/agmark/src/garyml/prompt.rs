//! `agmark garyml prompt`: what an agent gets.

use std::path::PathBuf;
use std::process::ExitCode;

use agmark_garyml::prompt::{Prompt, PromptFormat, command_prompt, prompt};
use anyhow::Context;

use super::input::Input;
use super::workspace_files::WorkspaceFiles;
use crate::examples;
use crate::terminal::{self, plain};

const AFTER: &str = "\
The prompt contains includes, the files of contexts, and each context once; references name it. Contexts of the \
project's `.garyml` come first if the document refers to them. Only files of the workspace are read. The number of tokens \
(cl100k_base) and missing files are printed on standard error. With --command, the prompt contains the definition of the \
command and the document's role, instructions, contexts and output format, then the command. Diffs and other blocks \
are included if something refers to them.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("garyml prompt", AFTER))]
pub struct Args {
    /// Document; `-` reads standard input, with paths relative to the current directory
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Output format
    #[arg(long, visible_alias = "format", value_enum, default_value_t, value_name = "FORMAT")]
    output_format: Form,
    /// Print the prompt of one command, written as in a document: '.deploy env=prod'
    #[arg(long, value_name = "COMMAND")]
    command: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum Form {
    #[default]
    Xml,
    Markdown,
}

/// # Errors
/// When the document cannot be read.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let input = Input::read(&args.file)?;
    let format = match args.output_format {
        Form::Xml => PromptFormat::Xml,
        Form::Markdown => PromptFormat::Markdown,
    };
    let around = WorkspaceFiles::new(&input.path, &std::env::current_dir()?);
    let made = of_document(&input, args.command.as_deref(), format, &around)?;
    for warning in &made.warnings {
        terminal::warn(plain(warning));
    }
    terminal::print(&made.text)?;
    terminal::note(agmark_tokens::words(agmark_tokens::count(&made.text)));
    Ok(ExitCode::SUCCESS)
}

/// The prompt of a document, or of one command.
///
/// # Errors
/// If the document is too large, or the command is unknown or invalid.
pub fn of_document(
    input: &Input,
    command: Option<&str>,
    format: PromptFormat,
    around: &WorkspaceFiles,
) -> anyhow::Result<Prompt> {
    let text = input.whole.text();
    match command {
        Some(call) => command_prompt(call, text, &input.path, around, format)
            .map_err(|error| anyhow::anyhow!("{}", plain(&error.to_string()))),
        None => prompt(text, &input.path, around, format).context("the document is too large"),
    }
}
