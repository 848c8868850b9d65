//! The folder of a user's state: what is kept for a person, never in a workspace.

use std::path::PathBuf;

/// None where there is no home folder.
pub fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let base = if cfg!(windows) { set("LOCALAPPDATA") } else { set("XDG_STATE_HOME") };
    let base = base.or_else(|| Some(std::env::home_dir()?.join(".local").join("state")))?;
    Some(base.join("agmark"))
}
