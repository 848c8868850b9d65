//! Errors of the commands as errors of tools.

use std::path::Path;

use agmark_mcp::{Context, FilePath, ToolError};

/// An error of a command that already says what to do.
pub fn failed(error: impl Into<anyhow::Error>) -> ToolError {
    ToolError::message(format_args!("{:#}", error.into()))
}

/// The root that a file is in.
pub fn root_of<'a>(context: &'a Context, path: &'a FilePath) -> &'a Path {
    let roots = context.workspace().roots();
    let around = roots.iter().find(|root| path.absolute().starts_with(root));
    around.map_or_else(|| path.absolute().parent().unwrap_or(path.absolute()), |root| root.as_path())
}
