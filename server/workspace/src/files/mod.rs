//! Walking folders, reading files.

mod reach;
mod read;
mod walk;

pub use reach::Reach;
pub use read::{MAX_INDEXED, ReadError, read, read_at_most};
pub use walk::walk;
pub(crate) use walk::{entries, everything};
