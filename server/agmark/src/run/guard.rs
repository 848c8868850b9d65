//! The guard process: it ends a server of a run if the run itself is killed.

use std::ffi::OsString;
use std::process::ExitCode;

/// The first argument of a process that is a guard.
const GUARD: &str = "__guard";

/// Runs as a guard and returns its exit code, if this process was started as one.
pub fn run() -> Option<ExitCode> {
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

/// Starts servers with a guard, on systems that have guards.
pub fn launcher() -> agmark_run::Launcher {
    match std::env::current_exe() {
        Ok(own) if cfg!(unix) => agmark_run::Launcher { guard: vec![own.into(), OsString::from(GUARD)] },
        _ => agmark_run::Launcher::default(),
    }
}
