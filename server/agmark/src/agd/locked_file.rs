//! Changes a file in place, with a lock.

use std::fmt::{self, Display, Write};
use std::path::Path;
use std::process::ExitCode;

use ::agd::Document;
use agmark_files::{Before, LockedFile, Rights};
use agmark_workspace::files;
use anyhow::bail;

use super::document;
use crate::input::Input;
use crate::terminal;

/// Locks a file that a person named, then reads it.
///
/// # Errors
/// When the file cannot be read, or must not be written.
pub fn read(path: &Path) -> anyhow::Result<(LockedFile, String)> {
    agmark_files::tidy(path);
    let locked = match LockedFile::named(path) {
        Ok(locked) => locked,
        Err(error) => {
            // Its messages are better.
            files::read(path)?;
            return Err(error.into());
        }
    };
    Ok((locked, files::read(path)?))
}

/// Puts a text in the place of what was read, whole or not at all. Editors know nothing of the lock: what they saved
/// meanwhile stays.
///
/// # Errors
/// When the file is not what was read any more, or must not be written; the file is then as it was.
pub fn write(locked: &LockedFile, before: &str, text: &impl Display) -> anyhow::Result<()> {
    let before = Before::Bytes(before.as_bytes());
    Ok(locked.location().write_with(before, Rights::Usual, |file| write!(file, "{text}"))?)
}

/// Where the result goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    File,
    StandardOutput,
}

impl To {
    pub fn of(write: bool) -> Self {
        if write { Self::File } else { Self::StandardOutput }
    }
}

/// Changes a document from a file or standard input, and writes or prints it.
///
/// # Errors
/// When it cannot be read, changed or written; nothing is written then.
pub fn change(
    input: &Input,
    to: To,
    change: impl FnOnce(&mut Document<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<ExitCode> {
    match (input, to) {
        (Input::File(path), To::File) => change_file(path, &input.name(), change)?,
        (Input::Standard, To::File) => bail!("standard input cannot be written: leave -i out"),
        (input, To::StandardOutput) => {
            let text = input.text()?;
            let mut document = input.document(&text)?;
            checked_change(&mut document, &input.name(), change)?;
            terminal::print(document.to_text())?;
            if *input != Input::Standard {
                terminal::note("nothing was written: -i writes the file");
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads the document in a file, changes it, and writes it if it reads back as what it is. The file is locked from reading
/// to writing. `name` is the name of the file in messages.
///
/// # Errors
/// When it cannot be read, changed or written; nothing is written then.
pub fn change_file<T>(
    path: &Path,
    name: &str,
    change: impl FnOnce(&mut Document<'_>) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let (locked, text) = read(path)?;
    let mut document = document::parsed(name, &text)?;
    let result = checked_change(&mut document, name, change)?;
    if !is(&document, &text) {
        write(&locked, &text, &document)?;
    }
    Ok(result)
}

/// Changes a document.
///
/// # Errors
/// When the change fails, or the result would read back as something else.
pub fn checked_change<T>(
    document: &mut Document<'_>,
    name: &str,
    change: impl FnOnce(&mut Document<'_>) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let result = change(document)?;
    if !document.reads_back() {
        bail!("{name}: the result would read back as something else: nothing was written");
    }
    Ok(result)
}

/// Whether a document is a text, which is seen without a copy of it.
fn is(document: &Document<'_>, text: &str) -> bool {
    struct Rest<'a>(&'a str);

    impl Write for Rest<'_> {
        fn write_str(&mut self, piece: &str) -> fmt::Result {
            self.0 = self.0.strip_prefix(piece).ok_or(fmt::Error)?;
            Ok(())
        }
    }

    let mut rest = Rest(text);
    write!(rest, "{document}").is_ok() && rest.0.is_empty()
}
