//! What commands read: a file, or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use agmark_workspace::files;

use crate::report::shown;
use crate::stdin;
use crate::terminal::plain;

/// A file, or `-` for standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Standard,
    File(PathBuf),
}

/// Why an input cannot be worked with: which one, and what is wrong with it.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {why}")]
pub struct InputError {
    pub name: String,
    pub why: String,
}

impl std::str::FromStr for Input {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(if text == "-" { Self::Standard } else { Self::File(PathBuf::from(text)) })
    }
}

impl Input {
    /// The name in messages.
    pub fn name(&self) -> String {
        match self {
            Self::Standard => "standard input".to_owned(),
            Self::File(path) => plain(&shown(path, Path::new(""))).into_owned(),
        }
    }

    /// All of its text.
    ///
    /// # Errors
    /// When it cannot be read, or is no text.
    pub fn text(&self) -> anyhow::Result<String> {
        match self {
            Self::Standard => stdin::read(),
            Self::File(path) => Ok(files::read(path)?),
        }
    }

    /// Opens it, to be read from its start to its end.
    ///
    /// # Errors
    /// When there is no such file, or it must not be read.
    pub fn open(&self) -> anyhow::Result<Box<dyn Read>> {
        match self {
            Self::Standard => Ok(Box::new(io::stdin().lock())),
            Self::File(path) => {
                let file = File::open(path).map_err(|error| self.fails(&unreadable(&error)))?;
                Ok(Box::new(file))
            }
        }
    }

    /// What is said of it when it cannot be used.
    pub fn fails(&self, why: &dyn std::fmt::Display) -> InputError {
        InputError { name: self.name(), why: why.to_string() }
    }
}

/// What is said when reading fails.
pub fn unreadable(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file: check the spelling and the folder".to_owned(),
        _ => format!("cannot be read: {error}: check that it is a file and that you may read it"),
    }
}
