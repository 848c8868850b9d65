//! Walking folders, reading and writing files.

mod reach;
mod read;
mod walk;
mod write;

pub use reach::Reach;
pub use read::{MAX_INDEXED, ReadError, read, read_at_most};
pub(crate) use walk::everything;
pub use walk::walk;
pub use write::{WriteError, write};
