//! How tools write: with a lock, compared with what was read, whole or not at all.

use std::sync::{Arc, PoisonError};

use agmark_files::{Before, Missing, Rights};

use crate::{Context, FilePath, LoadedFile, LockedFile, ToolError};

/// A file to replace.
pub struct FileChange {
    /// The file as it was read. If it is another one now, nothing is written.
    pub file: Arc<LoadedFile>,
    pub text: String,
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
        let writer = self.workspace().writer(path);
        let _turn = writer.lock().unwrap_or_else(PoisonError::into_inner);
        self.check_cancelled()?;
        let locked = self.lock(path)?;
        let file = self.workspace().load_text(path, locked.text().to_owned());
        let (text, value) = change(&file)?;
        if let Some(text) = text.filter(|text| text != locked.text()) {
            self.check_cancelled()?;
            locked.write(&text)?;
            self.workspace().changed(vec![path.absolute().to_path_buf()]);
        }
        Ok(value)
    }

    /// Replaces several files: all of them, or none if one differs from what was read or cannot be written.
    ///
    /// # Errors
    /// With `--read-only`, if a file changed since it was read, or cannot be written.
    pub fn change_all(&self, mut changes: Vec<FileChange>) -> Result<(), ToolError> {
        self.check_may_write()?;
        changes.retain(|change| *change.file.text != *change.text);
        // Always in the same order, so that two calls do not wait for each other.
        changes.sort_by(|a, b| a.file.path.absolute().cmp(b.file.path.absolute()));
        if changes.windows(2).any(|two| matches!(two, [a, b] if a.file.path == b.file.path)) {
            return Err(ToolError::message("internal error: a file is changed twice by one call"));
        }
        let writers: Vec<_> = changes.iter().map(|c| self.workspace().writer(&c.file.path)).collect();
        let _turns: Vec<_> =
            writers.iter().map(|writer| writer.lock().unwrap_or_else(PoisonError::into_inner)).collect();
        let mut locked = Vec::new();
        for change in &changes {
            let file = self.lock(&change.file.path)?;
            if *file.text() != *change.file.text {
                let what =
                    format_args!("{} changed since it was read, and nothing was written", change.file.path);
                return Err(ToolError::new(what, "repeat the call"));
            }
            locked.push(file);
        }
        self.check_cancelled()?;
        for (number, (file, change)) in locked.iter().zip(&changes).enumerate() {
            let Err(error) = file.write(&change.text) else { continue };
            let kept: Vec<_> = locked[..number]
                .iter()
                .zip(&changes)
                .filter(|(file, change)| file.restore(&change.text).is_err())
                .map(|(_, change)| change.file.path.shown())
                .collect();
            self.workspace().changed(changes.iter().map(|c| c.file.path.absolute().to_path_buf()).collect());
            return Err(if kept.is_empty() {
                ToolError::new(format_args!("nothing was changed: {error}"), "repeat the call")
            } else {
                let kept = kept.join(", ");
                ToolError::new(format_args!("{error}; {kept} could not be put back"), "check these files")
            });
        }
        self.workspace().changed(changes.iter().map(|c| c.file.path.absolute().to_path_buf()).collect());
        Ok(())
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

    fn lock(&self, path: &FilePath) -> Result<LockedFile, ToolError> {
        let place = self.workspace().place(path, Missing::Refuse)?;
        LockedFile::read(place, &|| self.check_cancelled())
    }
}
