//! What the commands read: a document in a file, or from standard input.

use std::path::{Path, PathBuf};

use agmark_garyml::syntax::whole::Whole;
use agmark_workspace::{files, paths};
use anyhow::Context;

use crate::report::shown;
use crate::stdin;
use crate::terminal::plain;

const STANDARD: &str = "-";

/// A document.
pub struct Input {
    /// Absolute. For standard input, a file that is not there, in the working folder.
    pub path: PathBuf,
    /// The name in messages.
    pub name: String,
    pub whole: Whole,
}

impl Input {
    /// # Errors
    /// When it cannot be read, or is too large to be read at once.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let (name, text, path) = if path == Path::new(STANDARD) {
            ("standard input".to_owned(), stdin::read()?, PathBuf::from("standard-input.garyml"))
        } else {
            (plain(&shown(path, Path::new(""))).into_owned(), files::read(path)?, path.to_owned())
        };
        Self::of_text(paths::absolute(&path), name, text)
    }

    /// The document `text`. `path` is absolute.
    ///
    /// # Errors
    /// When it is too large to be read at once.
    pub fn of_text(path: PathBuf, name: String, text: String) -> anyhow::Result<Self> {
        let too_large = || format!("{name}: more than 64 MiB: split the file with .Include");
        let whole = Whole::new(text).with_context(too_large)?;
        Ok(Self { path, name, whole })
    }
}
