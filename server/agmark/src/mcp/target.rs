//! A file or folder that a tool works on.

use std::path::{Path, PathBuf};

use agmark_mcp::{Context, ToolError};

use super::failure::root_of;

/// A file or folder in a root.
pub struct Target {
    pub absolute: PathBuf,
    /// The root that it is in.
    pub root: PathBuf,
}

impl Target {
    /// The file or folder that an agent names; `.` is the first root.
    ///
    /// # Errors
    /// If it does not exist, or is outside of the roots.
    pub fn named(context: &Context, written: &str) -> Result<Self, ToolError> {
        let roots = context.workspace().roots();
        let named = roots.iter().find(|root| root.as_path() == Path::new(written));
        let root = named.or_else(|| roots.first().filter(|_| matches!(written, "." | "./")));
        if let Some(root) = root {
            return Ok(Self { absolute: root.clone(), root: root.clone() });
        }
        let path = context.file_path(written)?;
        if !path.absolute().exists() {
            return Err(ToolError::new(format_args!("{path} does not exist"), "check the path"));
        }
        Ok(Self { absolute: path.absolute().to_path_buf(), root: root_of(context, &path).to_owned() })
    }
}
