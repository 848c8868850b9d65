//! Stored failures, and the examples that inputs are made from.

use std::path::{Path, PathBuf};

use agmark_syntax::{AnyFormat, Registry};

use crate::{Case, Target};

/// The formats, to be asked by path.
pub fn registry() -> Registry {
    Registry::new(agmark_formats::all())
}

/// The top of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The texts of the files in a folder of `tests/corpus` whose names end in one of `endings`; of all, if there are none.
pub fn examples(folder: &str, endings: &[&str]) -> Vec<String> {
    let mut paths = Vec::new();
    collect(&root().join("tests/corpus").join(folder), &mut paths);
    paths.sort();
    let wanted = |path: &PathBuf| {
        endings.is_empty() || endings.iter().any(|ending| path.to_string_lossy().ends_with(ending))
    };
    paths.iter().filter(|path| wanted(path)).filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}

/// The examples of all rules of a format.
pub fn rule_examples(format: &dyn AnyFormat) -> Vec<String> {
    format
        .info()
        .rules
        .iter()
        .flat_map(|rule| rule.bad.iter().chain(rule.good))
        .map(|s| (*s).to_owned())
        .collect()
}

/// Where the failures of a target are stored.
pub fn folder(target: &Target) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name)
}

/// The stored failures of a target, by file name.
pub fn stored(target: &Target) -> Vec<(String, Case)> {
    let mut paths = Vec::new();
    collect(&folder(target), &mut paths);
    paths.sort();
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let read = |path: &PathBuf| Some((name(path)?, Case::of_text(&std::fs::read_to_string(path).ok()?)));
    paths.iter().filter_map(read).collect()
}

/// Stores a failure under its seed; gives the file.
///
/// # Errors
/// When it cannot be written.
pub fn store(target: &Target, seed: u64, case: &Case) -> std::io::Result<PathBuf> {
    let folder = folder(target);
    std::fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{seed:016x}.case"));
    std::fs::write(&path, case.to_text())?;
    Ok(path)
}

fn collect(folder: &Path, all: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, all);
        } else {
            all.push(path);
        }
    }
}
