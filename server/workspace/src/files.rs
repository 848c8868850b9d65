//! Walking folders, reading files.

mod folder_files;
mod ignore_filter;
mod limit;
pub(crate) mod read;
mod rules;
mod walk;

pub use folder_files::{FolderFiles, folder_files};
pub use ignore_filter::IgnoreFilter;
pub use limit::{NEAR_BYTES, NEAR_ENTRIES, holds_everything};
pub use read::{MAX_INDEXED, ReadError, open, read, read_at_most, read_bytes};
pub use walk::walk;
pub(crate) use walk::{entries, everything};
