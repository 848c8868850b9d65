//! The files that a tool works on: one file, a folder, or all.

use std::path::Path;
use std::sync::Arc;

use agmark_workspace::Index;

use crate::{Context, FilePath, ToolError};

/// The documents below a path that an agent named, sorted; all documents without a path.
///
/// # Errors
/// If the path leads out of the roots, or is neither a file nor a folder with documents.
pub fn documents(context: &Context, index: &Index, path: Option<&str>) -> Result<Vec<FilePath>, ToolError> {
    let workspace = context.workspace();
    let all = |below: Option<&Path>| -> Vec<FilePath> {
        let paths = index.paths();
        let inside = paths.iter().filter(|path| below.is_none_or(|folder| path.starts_with(folder)));
        inside.filter_map(|path| workspace.known_path(path)).collect()
    };
    let Some(written) = path.map(str::trim).filter(|path| !path.is_empty() && *path != ".") else {
        return Ok(all(None));
    };
    if let Some(root) = workspace.roots().iter().find(|root| root.as_os_str() == written) {
        return Ok(all(Some(root)));
    }
    let path = context.file_path(written)?;
    if !path.absolute().is_dir() {
        if !path.exists() {
            return Err(no_file(context, index, &path));
        }
        return Ok(vec![path]);
    }
    let below = all(Some(path.absolute()));
    if below.is_empty() {
        let what = format_args!("no documents in {path}");
        return Err(ToolError::new(what, "call `outline` without a path for all documents"));
    }
    Ok(below)
}

/// The error for a file that does not exist; it names the nearest.
pub fn no_file(context: &Context, index: &Index, path: &FilePath) -> ToolError {
    let paths: Vec<Arc<Path>> = index.paths();
    let known: Vec<_> = paths.iter().filter_map(|known| context.workspace().known_path(known)).collect();
    let what = format_args!("{path} does not exist");
    let names = known.iter().map(FilePath::shown);
    ToolError::unknown(what, path.shown(), names, "call `outline` without a path for all documents")
}
