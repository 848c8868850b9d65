//! The runs that the user has consented to, saved in the user's folder: one mark of a plan per line.

use std::fs;
use std::io;

use crate::user_folders;

/// Whether the user has consented to exactly this run.
pub fn is_allowed(mark: &str) -> bool {
    let known = user_folders::folder().and_then(|folder| fs::read_to_string(folder.join("allowed")).ok());
    known.is_some_and(|known| known.lines().any(|line| line == mark))
}

/// Saves a consent.
///
/// # Errors
/// When it cannot be written.
pub fn allow(mark: &str) -> io::Result<()> {
    let folder =
        user_folders::folder().ok_or_else(|| io::Error::other("the home folder is unknown: set HOME"))?;
    fs::create_dir_all(&folder)?;
    Ok(agmark_files::append_line(&folder.join("allowed"), mark)?)
}
