//! How tools write: with a lock, compared with what was read, whole or not at all.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use agmark_files::{Before, ChangeError, LockedFile, Missing, Rights, change_files};
use agmark_syntax::text::MAX_BYTES;

use crate::{Context, FilePath, LoadedFile, ToolError};

/// How long a call waits for another program that has the lock of a file.
const PATIENCE: Duration = Duration::from_secs(20);

/// A file to replace.
pub struct FileChange {
    /// The file as it was read. If it is another one now, nothing is written.
    pub file: Arc<LoadedFile>,
    pub text: String,
}

/// A file to create, replace or remove.
pub struct FileReplacement {
    pub path: FilePath,
    /// The text that the file must have; `None` if it must not exist.
    pub before: Option<String>,
    /// The new text; `None` removes the file.
    pub after: Option<String>,
    /// The file whose permissions a new file gets.
    pub like: Option<FilePath>,
}

impl Context {
    /// Changes one file. `change` gets the file as it is now, under the lock, and returns the new text (`None` or the
    /// same text writes nothing) and a value for the caller. Nothing is written if it fails.
    ///
    /// # Errors
    /// With `--read-only`, if the file cannot be read or written, if another program changed it, and as `change`.
    pub fn change<T>(
        &self,
        path: &FilePath,
        change: impl FnOnce(&LoadedFile) -> Result<(Option<String>, T), ToolError>,
    ) -> Result<T, ToolError> {
        self.check_may_write()?;
        if let Some(name) = path.remote_name() {
            let file = self.workspace().load(path)?;
            let (text, value) = change(&file)?;
            self.replace_remote(name, &file.text, text.as_deref())?;
            return Ok(value);
        }
        let writer = self.workspace().writer(path);
        let _turn = writer.lock().unwrap_or_else(PoisonError::into_inner);
        self.check_cancelled()?;
        let (locked, before) = self.lock(path)?;
        let file = self.workspace().load_text(path, before);
        let (text, value) = change(&file)?;
        if let Some(text) = text.filter(|text| **text != *file.text) {
            self.check_cancelled()?;
            let before = Before::Bytes(file.text.as_bytes());
            locked.location().write(before, Rights::Usual, text.as_bytes())?;
            self.workspace().changed(vec![path.absolute().to_path_buf()]);
        }
        Ok(value)
    }

    /// Replaces several files: all of them, or none if one differs from what was read or cannot be written.
    ///
    /// # Errors
    /// With `--read-only`, if a file changed since it was read, or cannot be written.
    pub fn change_all(&self, changes: Vec<FileChange>) -> Result<(), ToolError> {
        self.check_may_write()?;
        let different: Vec<_> =
            changes.into_iter().filter(|change| *change.file.text != *change.text).collect();
        if let [FileChange { file, text }] = &different[..]
            && let Some(name) = file.path.remote_name()
        {
            return self.replace_remote(name, &file.text, Some(text));
        }
        let replacement = |change: FileChange| FileReplacement {
            path: change.file.path.clone(),
            before: Some(change.file.text.to_string()),
            after: Some(change.text),
            like: None,
        };
        self.replace_all(different.into_iter().map(replacement).collect())
    }

    /// Replaces the text of a document that is not a file.
    fn replace_remote(&self, name: &str, before: &str, after: Option<&str>) -> Result<(), ToolError> {
        self.check_cancelled()?;
        match after {
            Some(after) if after != before => self.remote()?.replace(name, before, after),
            _ => Ok(()),
        }
    }

    /// Creates, replaces and removes files: all of them, or none if one is not what it must be.
    ///
    /// # Errors
    /// With `--read-only`, if a file is not what it must be, or cannot be written.
    pub fn replace_all(&self, mut files: Vec<FileReplacement>) -> Result<(), ToolError> {
        self.check_may_write()?;
        if let Some(file) = files.iter().find(|file| file.path.remote_name().is_some()) {
            return Err(ToolError::new(
                format_args!("{} is not a file", file.path),
                "change it in a separate call",
            ));
        }
        // Always in the same order, so that two calls do not wait for each other.
        files.sort_by(|a, b| a.path.absolute().cmp(b.path.absolute()));
        if files.windows(2).any(|two| matches!(two, [a, b] if a.path == b.path)) {
            return Err(ToolError::message("internal error: a file is changed twice by one call"));
        }
        let writers: Vec<_> = files.iter().map(|file| self.workspace().writer(&file.path)).collect();
        let _turns: Vec<_> =
            writers.iter().map(|writer| writer.lock().unwrap_or_else(PoisonError::into_inner)).collect();
        let changes = files.iter().map(|file| self.workspace().file_change(file)).collect::<Vec<_>>();
        let done = change_files(&changes, self.patience());
        let paths = files.iter().map(|file| file.path.absolute().to_path_buf()).collect();
        self.workspace().changed(paths);
        done.map_err(|ChangeError { error, not_restored }| {
            let kept: Vec<_> = not_restored.iter().map(|(path, _)| path.display().to_string()).collect();
            match kept[..] {
                [] => ToolError::new(format_args!("nothing was changed: {error}"), "repeat the call"),
                _ => {
                    let kept = kept.join(", ");
                    ToolError::new(format_args!("{error}; {kept} could not be put back"), "check these files")
                }
            }
        })
    }

    /// Writes a new file, with its folders.
    ///
    /// # Errors
    /// With `--read-only`, if the file exists or a link is on the way.
    pub fn create(&self, path: &FilePath, text: &str) -> Result<(), ToolError> {
        self.check_may_write()?;
        let place = self.workspace().place(path, Missing::Create)?;
        place.write(Before::Nothing, Rights::Usual, text.as_bytes())?;
        self.workspace().changed(vec![path.absolute().to_path_buf()]);
        Ok(())
    }

    /// Locks a file, then reads it.
    fn lock(&self, path: &FilePath) -> Result<(LockedFile, String), ToolError> {
        let place = self.workspace().place(path, Missing::Refuse)?;
        let locked = LockedFile::at(&place, self.patience())?;
        let bytes = locked.location().read(MAX_BYTES)?.unwrap_or_default();
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            ToolError::new(format_args!("{path}: not UTF-8 from byte {at} on"), "save it as UTF-8")
        })?;
        Ok((locked, text))
    }

    /// Ends the waiting for a lock when the call was cancelled, or takes too long.
    fn patience(&self) -> impl Fn() -> Result<(), ToolError> {
        let begin = Instant::now();
        move || {
            if begin.elapsed() > PATIENCE {
                return Err(ToolError::new(
                    "another program keeps the lock of a file",
                    "repeat the call later",
                ));
            }
            self.check_cancelled()
        }
    }
}
