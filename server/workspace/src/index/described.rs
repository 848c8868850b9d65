//! Finds the folder that a file describes.

use std::path::Path;

/// The folder that the file at `path` describes, if its format describes folders: its own folder, or the one around
/// the folders named `inside`.
pub(crate) fn described_folder<'a>(path: &'a Path, inside: Option<&[&str]>) -> Option<&'a Path> {
    let mut folder = path.parent()?;
    for name in inside? {
        if folder.file_name().is_some_and(|own| own == *name) {
            folder = folder.parent()?;
        }
    }
    Some(folder)
}
