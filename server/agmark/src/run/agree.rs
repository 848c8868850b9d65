//! `agmark markdownlang agree`: the agreement that comes before the first run.

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::SystemTime;

use agmark_run::agreement;

use crate::{program_name, terminal};

/// # Errors
/// None: all errors are printed, and the exit code is 1.
pub fn run() -> anyhow::Result<ExitCode> {
    let Some(file) = file() else { return Ok(homeless()) };
    if agreement::is_accepted(&file) {
        println!("You have agreed already: {}", file.display());
        return Ok(ExitCode::SUCCESS);
    }
    Ok(if ask(&file) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether programs can be run: the user has accepted the agreement, or accepts it now.
pub fn is_settled() -> bool {
    let Some(file) = file() else {
        homeless();
        return false;
    };
    if agreement::is_accepted(&file) {
        return true;
    }
    if std::io::stdin().is_terminal() && std::io::stderr().is_terminal() {
        return ask(&file);
    }
    terminal::complain(agreement::reminder(program_name::markdownlang()));
    false
}

fn file() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| !home.as_os_str().is_empty()).map(|home| agreement::file(&home))
}

fn homeless() -> ExitCode {
    terminal::complain("cannot save the agreement: the home folder is unknown: set HOME");
    ExitCode::FAILURE
}

/// Shows a phrase and reads a line.
fn ask(file: &std::path::Path) -> bool {
    let (index, phrase) = agreement::choose(SystemTime::now());
    let mut out = std::io::stderr().lock();
    let _ = write!(
        out,
        "The markdownlang agreement\n\n\
         Everyone who runs programs with this tool stands by transgender people. Type this sentence to say that you do:\n\n    \
         {phrase}\n\n> "
    );
    let _ = out.flush();
    drop(out);
    let mut typed = String::new();
    if std::io::stdin().lock().read_line(&mut typed).is_err() || !agreement::is_phrase(&typed, index) {
        terminal::complain(
            "the sentence does not match, so the agreement is not accepted: type it exactly as shown",
        );
        return false;
    }
    match agreement::accept(file, index, SystemTime::now()) {
        Ok(()) => {
            eprintln!("Thank you. The agreement is kept in {}.", file.display());
            true
        }
        Err(error) => {
            terminal::complain(format_args!("cannot keep the agreement in {}: {error}", file.display()));
            false
        }
    }
}
