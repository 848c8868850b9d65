//! The last step of the demo: what to try next.

use std::io::{self, Write};
use std::path::Path;

use super::files::RECORDING;
use super::presenter::Presenter;
use crate::terminal::BOLD;

/// Width of the commands.
const COMMANDS: usize = 36;

/// Shows commands for the example files, which are kept or not.
pub fn show(folder: &Path, kept: bool, presenter: &mut Presenter<impl Write>) -> io::Result<()> {
    presenter.say("Make your editor ready: VS Code, Neovim, Helix, Zed, Emacs or Kakoune.")?;
    command(presenter, "agmark setup EDITOR", "shows all changes first")?;
    if kept {
        let name = folder.display().to_string();
        let quoted = if name.contains([' ', '\'']) { format!("{name:?}") } else { name };
        presenter.say("\nTry the rest on the files of this demo. The mistakes are still there.")?;
        command(presenter, &format!("cd {quoted}"), "")?;
    } else {
        presenter.say("\nKeep the files of this demo, and try the rest on them.")?;
        command(presenter, "agmark demo --fast --keep cafe", "writes them to the folder cafe")?;
        command(presenter, "cd cafe", "")?;
    }
    command(presenter, "agmark check", "shows all findings")?;
    command(presenter, "agmark check --fix", "applies the fixes that lose nothing")?;
    command(presenter, "agmark explain agd/unknown-tag", "explains a rule")?;
    command(presenter, "agmark anml view register.anml", "shows the screen as text")?;
    if cfg!(feature = "python") {
        let run = format!("agmark markdownlang run -program queue.md -replay {RECORDING}");
        command(presenter, &run, "")?;
    }
    presenter.say("\n`agmark --help` lists all commands.")?;
    if !kept {
        presenter.say("The files of this demo are deleted now.")?;
    }
    presenter.flush()
}

fn command(presenter: &mut Presenter<impl Write>, command: &str, about: &str) -> io::Result<()> {
    let line = format!("{command:COMMANDS$}");
    let line = if about.is_empty() { command } else { &line };
    let line = presenter.look.paint(BOLD, line);
    presenter.show(format_args!("  {line}{about}\n"))
}
