//! The bottom floor: which paths a document may name ([`SafePath`]), how a file is written ([`Place`]), and how
//! foreign text is printed ([`Foreign`]). Every write of the program goes through this crate; it depends on no
//! other crate of the house.
//!
//! A path comes from one of two sources, and they get different rules:
//!
//! - A **person** names it on the command line: [`Place::named`]. Links are followed, any folder is allowed.
//! - A **document** names it: [`Root::place`]. It must be a [`SafePath`], and no link is followed below the root.
//!
//! From there on one writer serves both: temporary file, `fsync`, comparison with what was read, rename.

mod descriptor;
mod error;
mod folder;
mod foreign;
mod guard;
mod place;
mod read;
mod root;
mod steps;
mod temporary;

pub use descriptor::descriptor;
pub use error::FileError;
pub use folder::About;
pub use foreign::{Foreign, Lines, json, plain, styled};
pub use guard::{PathError, SafePath};
pub use place::{
    Before, Place, Rights, append_line, begin, create, remove, replace, write, write_private, write_with,
};
pub use read::{ReadError, open_regular, read_bytes, read_text};
pub use root::{Missing, Root};
pub use temporary::tidy;
