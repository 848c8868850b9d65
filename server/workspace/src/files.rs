//! Walking folders, reading files.

mod limit;
mod ours;
mod reach;
mod read;
mod rules;
mod walk;

pub use limit::{NEAR_BYTES, NEAR_ENTRIES, holds_everything};
pub use ours::{Ours, ours};
pub use reach::Reach;
pub use read::{MAX_INDEXED, ReadError, open, read, read_at_most, read_bytes};
pub use walk::walk;
pub(crate) use walk::{entries, everything};
