//! What is kept for a person between runs: in their own folder, never in a workspace.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use agmark_run::consent;

use crate::tasks::state;

/// The file of a program's last input.
pub fn input_file(program: &Path) -> Option<PathBuf> {
    let mark = consent::mark(program.as_os_str().as_encoded_bytes());
    let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Some(state::folder()?.join("inputs").join(format!("{name}-{}.json", &mark[..12])))
}

/// Whether there was a yes to exactly this.
pub fn is_allowed(mark: &str) -> bool {
    let known = state::folder().and_then(|folder| fs::read_to_string(folder.join("allowed")).ok());
    known.is_some_and(|known| known.lines().any(|line| line == mark))
}

/// Keeps a yes.
pub fn allow(mark: &str) -> io::Result<()> {
    let folder = state::folder().ok_or_else(|| io::Error::other("there is no home folder"))?;
    fs::create_dir_all(&folder)?;
    let mut file = fs::OpenOptions::new().create(true).append(true).open(folder.join("allowed"))?;
    file.write_all(format!("{}\n", mark.replace('\n', " ")).as_bytes())
}
