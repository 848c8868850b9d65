//! Walking folders, reading and writing files.

mod read;
mod walk;
mod write;

pub use read::{MAX_INDEXED, ReadError, read, read_at_most};
pub use walk::walk;
pub(crate) use walk::{everything, skips};
pub use write::{WriteError, write};
