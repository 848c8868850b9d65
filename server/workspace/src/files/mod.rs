//! Walking folders, reading and writing files.

mod reach;
mod read;
mod walk;
mod write;

pub use reach::Reach;
pub use read::{MAX_INDEXED, ReadError, read, read_at_most};
pub use walk::walk;
pub(crate) use walk::{entries, everything};
pub use write::{WriteError, write, write_with};
