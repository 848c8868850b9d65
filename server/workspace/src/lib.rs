//! Folders and files, configuration, and the index over all documents of a workspace.
//!
//! The index is a value like a document: a clone never changes. [`scan`] reads files, open documents hide them, and
//! [`View`] is the [`agmark_syntax::World`] of one document. This crate knows no protocol and names no format.

pub mod background;
mod boundary;
pub mod config;
pub mod disk;
pub mod file_renames;
pub mod files;
pub mod formats;
pub mod index;
pub mod name_use;
pub mod readings;
pub mod resolve;
pub mod scan;
#[cfg(any(test, feature = "testing"))]
pub mod toy;
pub mod watch;
pub mod world;

pub use agmark_syntax::paths;
pub use boundary::Boundary;
pub use config::{Config, ConfigError, Configs};
pub use disk::Disk;
pub use files::ReadError;
pub use formats::Formats;
pub use index::search::SearchHit;
pub use index::{Index, IndexedFile, Opened, Stamp};
pub use name_use::NameUse;
pub use watch::{WatchError, Watcher};
pub use world::View;
