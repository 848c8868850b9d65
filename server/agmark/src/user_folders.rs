//! The folders in which agmark saves data of the user.

use std::path::PathBuf;

/// The folder of the user's state; none if the home folder is unknown.
pub fn folder() -> Option<PathBuf> {
    of_user(if cfg!(windows) { "LOCALAPPDATA" } else { "XDG_STATE_HOME" }, ".local/state")
}

/// The folder of the user's configuration; none if the home folder is unknown.
pub fn configuration() -> Option<PathBuf> {
    of_user(if cfg!(windows) { "APPDATA" } else { "XDG_CONFIG_HOME" }, ".config")
}

/// The folder `agmark` in the folder of a variable, or in one below the home folder.
fn of_user(variable: &str, below: &str) -> Option<PathBuf> {
    let set = std::env::var_os(variable).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let home = || std::env::home_dir().filter(|home| home.is_absolute());
    let base = set.or_else(|| Some(home()?.join(below)))?;
    Some(base.join("agmark"))
}
