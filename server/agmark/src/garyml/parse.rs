//! `agmark garyml parse`: the tree, for programs.

use std::path::PathBuf;
use std::process::ExitCode;

use agmark_garyml::ast::Ast;

use super::input::Input;
use crate::terminal;

const AFTER: &str = "\
    {\"version\"?, \"nodes\": [node]}, on one line. A node has kind (directive or command), name, params, content, children \
    and its span in bytes. A content has a type (text, code or inline) and a value; what more of it there is stands in \
    `more`. A reference is {\"ref\": id}, a key that is repeated a list. What is wrong in a document stands in its tree \
    as far as it belongs to something: `agmark check` tells.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER)]
pub struct Args {
    /// `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// As JSON, which is the only form there is
    #[arg(long)]
    json: bool,
}

/// # Errors
/// When the input cannot be read.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let input = Input::read(&args.file)?;
    terminal::print(format_args!("{}\n", Ast::of(&input.whole.structure()).to_json()))?;
    Ok(ExitCode::SUCCESS)
}
