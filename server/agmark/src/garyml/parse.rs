//! `agmark garyml parse`: the tree, for programs.

use std::path::PathBuf;
use std::process::ExitCode;

use agmark_garyml::ast::Ast;

use super::input::Input;
use crate::examples;
use crate::result_format::JsonOnly;
use crate::terminal;

const AFTER: &str = "\
Prints {\"version\"?, \"nodes\": [node]} on one line. A node has kind (directive or command), name, params, content, \
children and its span in bytes. A content has a type (text, code or inline) and a value; further parts are in `more`. A \
reference is {\"ref\": id}; a repeated key is a list. Invalid parts are in the tree, too: `agmark check` reports them.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("garyml parse", AFTER))]
pub struct Args {
    /// Document; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    _format: JsonOnly,
}

/// # Errors
/// When the input cannot be read.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let input = Input::read(&args.file)?;
    terminal::print(format_args!("{}\n", Ast::of(&input.whole.structure()).to_json()))?;
    Ok(ExitCode::SUCCESS)
}
