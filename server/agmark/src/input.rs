//! What commands read: a file, or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use agmark_syntax::text::MAX_BYTES;
use agmark_workspace::files;
use serde_json::Value;

use crate::report::shown;
use crate::stdin;
use crate::terminal::plain;

/// Bytes of the JSON of an option.
const MAX_JSON_BYTES: usize = 64 << 20;

/// A file, or `-` for standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Standard,
    File(PathBuf),
}

/// Why an input cannot be used.
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
    /// If it cannot be read, or is not text.
    pub fn text(&self) -> anyhow::Result<String> {
        match self {
            Self::Standard => stdin::read(),
            Self::File(path) => text_of(path, MAX_BYTES),
        }
    }

    /// Opens it, to be read from its start to its end.
    ///
    /// # Errors
    /// If the file does not exist or cannot be read.
    pub fn open(&self) -> anyhow::Result<Box<dyn Read>> {
        match self {
            Self::Standard => Ok(Box::new(io::stdin().lock())),
            Self::File(path) => {
                let file = File::open(path).map_err(|error| self.fails(&unreadable(&error)))?;
                Ok(Box::new(file))
            }
        }
    }

    /// The error that this input cannot be used.
    pub fn fails(&self, why: &dyn std::fmt::Display) -> InputError {
        InputError { name: self.name(), why: why.to_string() }
    }
}

/// The text of a file of at most `limit` bytes that a person named. An open file of this process (`<(command)` in a
/// shell, `/dev/stdin`) is read to its end; other pipes and devices are refused, because opening one can wait forever.
///
/// # Errors
/// When it cannot be read, is not a regular file, is too large or is not UTF-8.
pub fn text_of(path: &Path, limit: usize) -> anyhow::Result<String> {
    if agmark_files::descriptor(path).is_none() {
        return Ok(files::read_text(path, limit)?);
    }
    let name = path.display().to_string();
    let fails = |why: String| InputError { name: plain(&name).into_owned(), why };
    let file = File::open(path).map_err(|error| fails(unreadable(&error)))?;
    Ok(bounded(file, limit).map_err(fails)?)
}

/// The text of a stream.
///
/// # Errors
/// When it cannot be read, has more than `limit` bytes or is not UTF-8.
pub fn bounded(stream: impl Read, limit: usize) -> Result<String, String> {
    let mut bytes = Vec::new();
    stream
        .take((limit as u64).saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| format!("cannot be read: {error}"))?;
    if bytes.len() > limit {
        return Err(format!("more than {} MiB: shorten it", limit >> 20));
    }
    String::from_utf8(bytes).map_err(|error| {
        format!("not UTF-8 from byte {} on: save it as UTF-8", error.utf8_error().valid_up_to())
    })
}

/// The JSON of an option: JSON itself, `@FILE`, or `-` for standard input.
///
/// # Errors
/// When it cannot be read or is not JSON.
pub fn json(given: &str) -> anyhow::Result<Value> {
    let (text, from) = match given.strip_prefix('@') {
        Some(path) => (text_of(path.as_ref(), MAX_JSON_BYTES)?, format!("in {}", plain(path))),
        None if given == "-" => {
            let text = bounded(io::stdin().lock(), MAX_JSON_BYTES);
            let text = text.map_err(|why| InputError { name: "standard input".to_owned(), why })?;
            (text, "on standard input".to_owned())
        }
        None => (given.to_owned(), "of `-input`".to_owned()),
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    serde_json::from_str(text).map_err(|error| {
        anyhow::anyhow!(
            "the input {from} is not JSON: {error}: write it like '{{\"name\": \"Ada\"}}', or name a file with `@FILE`"
        )
    })
}

/// The message for an error of reading.
pub fn unreadable(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "file does not exist: check the spelling and the folder".to_owned(),
        _ => format!(
            "cannot be read: {error}: check that it is a file and that you have permission to read it"
        ),
    }
}
