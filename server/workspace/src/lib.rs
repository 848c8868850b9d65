//! Folders and files, configuration, and the index over all documents of a workspace.
//!
//! The index is a value like a document: a clone keeps the moment. What stands in files that are not open
//! comes from [`scan`], open documents cover it, and [`View`] shows it all to one document as its
//! [`agmark_syntax::World`]. No type of a protocol and no name of a format appears here.

mod boundary;
pub mod config;
pub mod disk;
pub mod file_renames;
pub mod files;
pub mod formats;
pub mod index;
pub mod readings;
pub mod resolve;
pub mod scan;
#[cfg(test)]
mod toy;
pub mod watch;
pub mod world;

pub use agmark_syntax::paths;
pub use boundary::Boundary;
pub use config::{Config, ConfigError, Configs};
pub use disk::Disk;
pub use files::ReadError;
pub use formats::Formats;
pub use index::search::SearchHit;
pub use index::{FileSymbol, Index, IndexedFile, Opened, Stamp};
pub use watch::{WatchError, Watcher};
pub use world::View;
