//! `agmark markdownlang run`, `agree`, `login` and `logout`, also under the name `markdownlang`: programs are run.

mod agree;
mod args;
mod asked;
mod flags;
mod go;
mod progress;
mod python;
mod sign_in;
mod units;

use std::ffi::OsString;
use std::process::ExitCode;

pub use agree::run as agree;
pub use args::Args;
pub use flags::arguments;
pub use go::run;
pub use python::sandbox;
pub use sign_in::{LoginArgs, LogoutArgs, folder as sign_ins, login, logout};

/// What this program is started with to stand guard over a server that a run starts.
const GUARD: &str = "__guard";

/// Stands guard, if this process was started to. Then nothing else is done.
pub fn guarded() -> Option<ExitCode> {
    #[cfg(unix)]
    {
        let mut arguments = std::env::args_os().skip(1);
        if arguments.next()? == GUARD {
            let parent = arguments.next()?.into_string().unwrap_or_default();
            let command: Vec<OsString> = arguments.collect();
            return Some(ExitCode::from(agmark_run::process::guard::run(&parent, &command)));
        }
    }
    None
}

/// How servers are started: behind a guard, where there are guards.
pub fn guarding() -> agmark_run::Launcher {
    match std::env::current_exe() {
        Ok(own) if cfg!(unix) => agmark_run::Launcher { guard: vec![own.into(), OsString::from(GUARD)] },
        _ => agmark_run::Launcher::default(),
    }
}
