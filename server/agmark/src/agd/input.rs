//! What the commands read: a file, or standard input.

use std::path::{Path, PathBuf};

use ::agd::{Document, ParseError};
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

/// A document that does not parse: which one, and the first thing that is wrong with it.
#[derive(Debug, thiserror::Error)]
#[error("{name}:{}:{}: {}", error.line, error.column, error.kind)]
pub struct Malformed {
    pub name: String,
    pub error: ParseError,
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

    /// The document that `text`, which was read from here, is.
    ///
    /// # Errors
    /// When it does not parse.
    pub fn document<'a>(&self, text: &'a str) -> Result<Document<'a>, Malformed> {
        ::agd::parse(text).map_err(|error| Malformed { name: self.name(), error })
    }
}
