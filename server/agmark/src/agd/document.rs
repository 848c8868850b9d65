//! Documents that do not parse.

use ::agd::{Document, ParseError};

use crate::input::Input;

/// A document that does not parse: which one, and the first thing that is wrong with it.
#[derive(Debug, thiserror::Error)]
#[error("{name}:{}:{}: {}", error.line, error.column, error.kind)]
pub struct Malformed {
    pub name: String,
    pub error: ParseError,
}

impl Input {
    /// The document that `text`, which was read from here, is.
    ///
    /// # Errors
    /// When it does not parse.
    pub fn document<'a>(&self, text: &'a str) -> Result<Document<'a>, Malformed> {
        ::agd::parse(text).map_err(|error| Malformed { name: self.name(), error })
    }
}
