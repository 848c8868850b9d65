//! `agmark demo`: a real session with a real server, on a small workspace with a few mistakes.

mod client;
mod draw;
mod files;
mod presenter;
mod recorded_run;
mod scenes;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use agmark_workspace::paths;

use crate::examples;
use crate::terminal::{self, Look};
use presenter::Presenter;
use scenes::Play;

const AFTER: &str = "\
Writes a folder of example files and plays a session with the language server in the terminal: the findings in each file, \
a hover, go to definition, a rename across files and a fix. Then it runs a program from a recording, without a model and \
without servers. The folder is kept, so that you can open it in an editor.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("demo", AFTER))]
pub struct Args {
    /// Write the example files to this folder, which must be empty or must not exist
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Play without pauses
    #[arg(long)]
    fast: bool,
}

/// # Errors
/// If the folder cannot be written, or the session fails.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let folder = match &args.keep {
        Some(folder) => paths::absolute(folder),
        None => tempfile::Builder::new().prefix("agmark-demo-").tempdir()?.keep(),
    };
    files::lay_out(&folder)?;
    let look = Look::of_stdout();
    let presenter = Presenter::new(terminal::stdout(look), look, args.fast);
    match play(&folder, presenter) {
        // It is not an error if the reader of the output has ended.
        Err(error) if terminal::is_gone(&error) => Ok(ExitCode::SUCCESS),
        played => played.map(|()| ExitCode::SUCCESS),
    }
}

fn play(folder: &Path, presenter: Presenter<impl std::io::Write>) -> anyhow::Result<()> {
    let mut play = Play::begin(folder, presenter)?;
    play.findings()?;
    play.hover()?;
    play.jump()?;
    play.rename()?;
    play.fix()?;
    play.program()?;
    play.end()
}
