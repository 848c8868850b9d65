//! The inputs of earlier runs: saved in the user's folder, never in a workspace.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use agmark_run::consent;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::user_folders;

/// The error if there is no home folder.
pub const NO_HOME: &str = "cannot save the input: the home folder is unknown: set HOME";

/// The saved data of a program.
#[derive(Debug, Deserialize, Serialize)]
struct Record {
    program: PathBuf,
    /// The input of the last run.
    input: Option<Value>,
}

/// The path of the input document of a program.
pub fn document(program: &Path) -> Option<PathBuf> {
    Some(record(program)?.with_extension("md"))
}

/// The program of an input document.
pub fn program_of(form: &Path) -> Option<PathBuf> {
    let folder = folder()?;
    let is_inside = form.parent().is_some_and(|parent| {
        parent == folder
            || (parent.ends_with("inputs") && same_file::is_same_file(parent, &folder).unwrap_or(false))
    });
    if !is_inside || form.extension().is_none_or(|extension| extension != "md") {
        return None;
    }
    Some(read(&form.with_extension("json"))?.program)
}

/// The input of a program's last run.
pub fn last_input(program: &Path) -> Option<Value> {
    read(&record(program)?)?.input
}

/// Saves an input for the next run; without one, only the path of the program.
///
/// # Errors
/// When it cannot be written.
pub fn save(program: &Path, input: Option<&Value>) -> Result<(), String> {
    let file = record(program).ok_or(NO_HOME)?;
    let input = input.cloned().or_else(|| last_input(program));
    let record = Record { program: program.to_owned(), input };
    let text = serde_json::to_string_pretty(&record).map_err(|error| error.to_string())?;
    write(&file, &text)
}

/// Writes a file that only the user can read.
///
/// # Errors
/// When it cannot be written; names it.
pub fn write(file: &Path, text: &str) -> Result<(), String> {
    let put = || {
        fs::create_dir_all(file.parent().unwrap_or(file))?;
        agmark_files::write_private(file, text)?;
        Ok(())
    };
    put().map_err(|error: io::Error| format!("cannot write {}: {error}", file.display()))
}

fn folder() -> Option<PathBuf> {
    Some(user_folders::folder()?.join("inputs"))
}

fn record(program: &Path) -> Option<PathBuf> {
    let mark = consent::fingerprint(program.as_os_str().as_encoded_bytes());
    let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Some(folder()?.join(format!("{name}-{}.json", &mark[..12])))
}

fn read(record: &Path) -> Option<Record> {
    serde_json::from_str(&fs::read_to_string(record).ok()?).ok()
}
