//! Finds Chromium on this machine.

use std::path::{Path, PathBuf};

use super::setup::BrowserError;

/// Names of the program.
const PROGRAM_NAMES: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "chromium-headless-shell",
];

/// Usual paths outside of PATH.
const USUAL_PATHS: &[&str] = &[
    "/usr/bin/chromium",
    "/usr/lib/chromium/chromium",
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];

/// The program with this name or path, else the first one that is found.
pub fn program(named: Option<&Path>) -> Result<PathBuf, BrowserError> {
    match named {
        Some(path) if path.components().count() == 1 => {
            let found = on_path(&[&path.to_string_lossy()]);
            found.or_else(|| path.is_file().then(|| path.to_owned()))
        }
        Some(path) => path.is_file().then(|| path.to_owned()),
        None => {
            return on_path(PROGRAM_NAMES)
                .or_else(|| USUAL_PATHS.iter().map(PathBuf::from).find(|place| place.is_file()))
                .ok_or(BrowserError::Missing);
        }
    }
    .ok_or_else(|| BrowserError::NoProgram(named.map(Path::to_owned).unwrap_or_default()))
}

fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    // An empty entry means the current folder, which is not trusted.
    let folders: Vec<PathBuf> = std::env::split_paths(&path).filter(|folder| folder.is_absolute()).collect();
    names.iter().find_map(|name| folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file()))
}
