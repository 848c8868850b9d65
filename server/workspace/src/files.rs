//! Walks folders and reads files.

use std::path::Path;

use agmark_syntax::text::MAX_BYTES;

mod folder_files;
mod ignore_filter;
mod limit;
mod rules;
mod walk;

pub use agmark_files::{ReadError, read_bytes, read_text};
pub use folder_files::{FolderFiles, folder_files};
pub use ignore_filter::IgnoreFilter;
pub use limit::{NEAR_BYTES, NEAR_ENTRIES, holds_everything};
pub use walk::walk;
pub(crate) use walk::{entries, everything};

/// The largest file that is read to be indexed, in bytes.
pub const MAX_INDEXED: usize = 64 << 20;

/// The text of a file that a document can hold.
///
/// # Errors
/// As [`read_text`].
pub fn read(path: &Path) -> Result<String, ReadError> {
    read_text(path, MAX_BYTES)
}
