//! `agmark demo`: a real session with a real server, on a small workspace with a few mistakes.

mod changes;
mod client;
mod draw;
mod files;
mod keys;
mod next_steps;
mod presenter;
mod recorded_run;
mod steps;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use agmark_task::Stop;
use agmark_workspace::paths;

use crate::terminal::{self, Look};
use crate::{examples, interrupt};
use keys::Keyboard;
use presenter::Presenter;
use steps::Play;

/// Each step fits a terminal of this width.
const WIDTH: usize = 80;

const AFTER: &str = "\
Plays a session with the language server in the terminal: the findings in each file, a hover, go to definition, a rename \
across files and a fix. Then it runs a program from a recording, without a model and without servers. On a terminal it \
waits for a key after each step; q or Ctrl+C leaves. The example files are deleted at the end, unless --keep names a \
folder for them.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("demo", AFTER))]
pub struct Args {
    /// Keep the example files in this folder, which must be empty or must not exist
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Play without pauses
    #[arg(long)]
    fast: bool,
}

/// # Errors
/// If the folder cannot be written, or the session fails.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let stop = Stop::default();
    interrupt::note(&stop)?;
    let place = Place::new(args.keep.as_deref())?;
    let folder = place.path();
    files::lay_out(folder)?;
    let keyboard = if args.fast { None } else { keys::keyboard() };
    let played = play(folder, args.keep.is_some(), keyboard, &stop);
    match played {
        _ if stop.is_set() => Ok(ExitCode::from(interrupt::CODE)),
        // It is not an error if the reader of the output has ended.
        Err(error) if terminal::is_gone(&error) => Ok(ExitCode::SUCCESS),
        played => played.map(|()| ExitCode::SUCCESS),
    }
}

/// Where the example files are.
enum Place {
    Kept(PathBuf),
    /// Deleted at the end, also after an error.
    Scratch(tempfile::TempDir),
}

impl Place {
    fn new(keep: Option<&Path>) -> anyhow::Result<Self> {
        Ok(match keep {
            Some(folder) => Self::Kept(paths::absolute(folder)),
            None => Self::Scratch(tempfile::Builder::new().prefix("agmark-demo-").tempdir()?),
        })
    }

    fn path(&self) -> &Path {
        match self {
            Self::Kept(folder) => folder,
            Self::Scratch(folder) => folder.path(),
        }
    }
}

fn play(folder: &Path, kept: bool, keyboard: Option<Keyboard>, stop: &Stop) -> anyhow::Result<()> {
    let mut look = Look::of_stdout();
    look.width = look.width.min(WIDTH);
    let presenter = Presenter::new(terminal::stdout(look), look, keyboard, stop.clone());
    Play::begin(folder, kept, presenter)?.steps()
}
