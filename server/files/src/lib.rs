//! Checks paths that documents name ([`SafePath`]), reads files ([`read_text`]), writes files ([`FileLocation`]) and escapes
//! untrusted text for a terminal ([`Foreign`]). Every write of the program goes through this crate. It depends on no
//! other crate of the program.
//!
//! There are different rules for the two sources of paths:
//!
//! - A **person** names a path on the command line: [`FileLocation::named`]. Links are followed, and any folder is allowed.
//! - A **document** names a path: [`Root::place`]. It must be a [`SafePath`], and no link is followed below the root.
//!
//! Both are written in the same way: temporary file, `fsync`, comparison with the text that was read, rename.

mod change_files;
mod descriptor;
mod error;
mod file_location;
mod folder;
mod foreign;
mod guard;
mod locked_file;
mod read;
mod root;
mod steps;
mod temporary;
mod write;

pub use change_files::{ChangeError, FileChange, change_files};
pub use descriptor::descriptor;
pub use error::FileError;
pub use file_location::{Before, FileLocation, Rights};
pub use folder::About;
pub use foreign::{Foreign, Lines, json, plain, styled};
pub use guard::{PathError, SafePath};
pub use locked_file::LockedFile;
pub use read::{ReadError, open_regular, read_bytes, read_text};
pub use root::{Missing, Root};
pub use temporary::tidy;
pub use write::{append_line, begin, create, remove, replace, write, write_private, write_with};
