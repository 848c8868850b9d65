//! Changes a file in place, with a lock.

use std::fmt::{self, Display, Write};
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::agd::Document;
use agmark_files::{Before, FileLocation, Rights};
use agmark_workspace::files;
use anyhow::{Context, bail};
use same_file::Handle;

use super::document;
use crate::input::Input;
use crate::terminal;

/// A file that this program alone changes, from when it is read to when it is written, as far as others ask for the lock
/// too. The lock goes with this.
pub struct LockedFile {
    path: PathBuf,
    _file: File,
}

impl LockedFile {
    /// Waits for the lock, then reads.
    ///
    /// # Errors
    /// When the file cannot be read, or must not be written.
    pub fn read(path: &Path) -> anyhow::Result<(Self, String)> {
        agmark_files::tidy(path);
        loop {
            // Its messages are better.
            let file = match OpenOptions::new().read(true).write(true).open(path) {
                Ok(file) => file,
                Err(error) => {
                    files::read(path)?;
                    return Err(error).with_context(|| format!("{}: cannot be written", path.display()));
                }
            };
            file.lock().with_context(|| format!("{}: cannot be locked", path.display()))?;
            // The one who had the lock has put another file in its place.
            let same = Handle::from_file(file.try_clone()?)? == Handle::from_path(path)?;
            if same {
                let text = files::read(path)?;
                return Ok((Self { path: path.to_owned(), _file: file }, text));
            }
        }
    }

    /// Puts a text in the place of what was read, whole or not at all. Editors know nothing of the lock: what they saved
    /// meanwhile stays.
    ///
    /// # Errors
    /// When the file is not what was read any more, or must not be written; the file is then as it was.
    pub fn write(&self, before: &str, text: &impl Display) -> anyhow::Result<()> {
        let before = Before::Bytes(before.as_bytes());
        Ok(FileLocation::named(&self.path)?
            .write_with(before, Rights::Usual, |file| write!(file, "{text}"))?)
    }
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
    let (locked, text) = LockedFile::read(path)?;
    let mut document = document::parsed(name, &text)?;
    let result = checked_change(&mut document, name, change)?;
    if !is(&document, &text) {
        locked.write(&text, &document)?;
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
