//! The folders of a user: what is kept for a person, never in a workspace.

use std::path::PathBuf;

/// The folder of a user's state. None where there is no home folder.
pub fn folder() -> Option<PathBuf> {
    of_user(if cfg!(windows) { "LOCALAPPDATA" } else { "XDG_STATE_HOME" }, ".local/state")
}

/// The folder of a user's configuration. None where there is no home folder.
pub fn configuration() -> Option<PathBuf> {
    of_user(if cfg!(windows) { "APPDATA" } else { "XDG_CONFIG_HOME" }, ".config")
}

/// Our folder in the one that a variable names, or in one below the home folder.
fn of_user(variable: &str, below: &str) -> Option<PathBuf> {
    let set = std::env::var_os(variable).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let home = || std::env::home_dir().filter(|home| home.is_absolute());
    let base = set.or_else(|| Some(home()?.join(below)))?;
    Some(base.join("agmark"))
}
