//! `agmark demo`: a real session with a real server, on a small workspace with a few mistakes.

mod client;
mod draw;
mod files;
mod play;
mod scenes;
mod stage;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use agmark_workspace::paths;

use crate::terminal::{self, Look};
use scenes::Play;
use stage::Stage;

const AFTER: &str = "\
    A folder with example files is laid out, and a session with the language server is played in the \
    terminal: what is found in each file, a hover, a jump, a rename across files, a fix. Then a program \
    is run from a recording: no model is asked, and nothing is started. The folder stays, to be opened in \
    an editor.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER)]
pub struct Args {
    /// Lay the workspace out in this folder, which must be empty or not there
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Without pauses
    #[arg(long)]
    fast: bool,
}

/// # Errors
/// When the folder cannot be written, or the session does not go as it should.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let folder = match &args.keep {
        Some(folder) => paths::absolute(folder),
        None => tempfile::Builder::new().prefix("agmark-demo-").tempdir()?.keep(),
    };
    files::lay_out(&folder)?;
    let look = Look::of_stdout();
    let stage = Stage::new(terminal::stdout(look), look, args.fast);
    match play(&folder, stage) {
        // Who stops reading has seen enough.
        Err(error) if terminal::is_gone(&error) => Ok(ExitCode::SUCCESS),
        played => played.map(|()| ExitCode::SUCCESS),
    }
}

fn play(folder: &Path, stage: Stage<impl std::io::Write>) -> anyhow::Result<()> {
    let mut play = Play::begin(folder, stage)?;
    play.findings()?;
    play.hover()?;
    play.jump()?;
    play.rename()?;
    play.fix()?;
    play.program()?;
    play.end()
}
