//! The files that were read last, with their documents.
//!
//! A file is read again if its stamp differs, or if it was written so shortly before it was read that a second write
//! could have the same time. If its text is the same, the document stays; otherwise the difference is applied to the
//! document as an edit, which costs as much as the changed part.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use agmark_syntax::{Document, Splice, Surroundings};
use agmark_workspace::{Formats, files};
use rustc_hash::FxHashMap;

use crate::file_stamp::FileStamp;
use crate::{FilePath, LoadedFile, ToolError};

/// The largest number of files and of their bytes in memory.
const FILES: usize = 256;
const BYTES: usize = 32 << 20;

struct CachedFile {
    /// `None` for a document that is not a file, which is read each time.
    stamp: Option<FileStamp>,
    surroundings: Surroundings,
    /// The number of the settings with which the document was made.
    settings: u64,
    file: Arc<LoadedFile>,
    /// The number of the last use.
    used: u64,
}

/// The files that were read last.
#[derive(Default)]
pub struct Documents(Mutex<Cache>);

#[derive(Default)]
struct Cache {
    files: FxHashMap<Arc<Path>, CachedFile>,
    bytes: usize,
    uses: u64,
}

/// What the format of a file depends on besides the file.
#[derive(Clone, Copy)]
pub struct FormatContext<'a> {
    pub formats: &'a Formats,
    pub surroundings: Surroundings,
    /// A number that changes with the settings.
    pub settings: u64,
}

impl Documents {
    /// The file as it is now.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn load(&self, path: &FilePath, with: FormatContext<'_>) -> Result<Arc<LoadedFile>, ToolError> {
        // Before reading: a write during the reading must not count as read.
        let stamp = FileStamp::of(path.absolute());
        if let Some(file) = stamp.and_then(|stamp| self.current(path, stamp, with)) {
            return Ok(file);
        }
        let text = files::read(path.absolute())?;
        let file = self.of_text(path, text, with);
        if let Some(stamp) = stamp {
            self.keep(Some(stamp), with, &file);
        }
        Ok(file)
    }

    /// Keeps a document that is not a file, so that the next one is parsed from the difference.
    pub fn keep_remote(&self, with: FormatContext<'_>, file: &Arc<LoadedFile>) {
        self.keep(None, with, file);
    }

    /// A file with a text that was read now.
    pub fn of_text(&self, path: &FilePath, text: String, with: FormatContext<'_>) -> Arc<LoadedFile> {
        let same_format = |cached: &&CachedFile| {
            cached.surroundings == with.surroundings && cached.settings == with.settings
        };
        let before = {
            let cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            cache.files.get(path.absolute()).filter(same_format).map(|cached| Arc::clone(&cached.file))
        };
        if let Some(file) = before.as_ref().filter(|file| *file.text == *text) {
            return Arc::clone(file);
        }
        let format = with.formats.detect_file(path.absolute(), &text, with.surroundings);
        let document = format.map(|format| {
            let earlier = before.as_ref().and_then(|file| file.document.clone());
            match earlier.filter(|document| document.format().info().name == format.info().name) {
                Some(mut document) => {
                    let splice = Splice::whole(document.text(), &text);
                    document.edit(&splice);
                    document
                }
                None => Document::new(format, &text),
            }
        });
        Arc::new(LoadedFile::new(path.clone(), text.into(), document))
    }

    fn current(&self, path: &FilePath, stamp: FileStamp, with: FormatContext<'_>) -> Option<Arc<LoadedFile>> {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cache.uses += 1;
        let number = cache.uses;
        let cached = cache.files.get_mut(path.absolute())?;
        cached.used = number;
        let same = cached.stamp.as_ref().is_some_and(|cached| cached.is_same(&stamp))
            && cached.surroundings == with.surroundings
            && cached.settings == with.settings;
        same.then(|| Arc::clone(&cached.file))
    }

    fn keep(&self, stamp: Option<FileStamp>, with: FormatContext<'_>, file: &Arc<LoadedFile>) {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cache.uses += 1;
        let cached = CachedFile {
            stamp,
            surroundings: with.surroundings,
            settings: with.settings,
            file: Arc::clone(file),
            used: cache.uses,
        };
        cache.bytes += file.text.len();
        if let Some(old) = cache.files.insert(Arc::clone(file.path.absolute()), cached) {
            cache.bytes -= old.file.text.len();
        }
        while (cache.files.len() > FILES || cache.bytes > BYTES) && cache.files.len() > 1 {
            let oldest = cache.files.iter().min_by_key(|(_, cached)| cached.used);
            let Some(oldest) = oldest.map(|(path, _)| Arc::clone(path)) else { break };
            if let Some(old) = cache.files.remove(&oldest) {
                cache.bytes -= old.file.text.len();
            }
        }
    }
}
