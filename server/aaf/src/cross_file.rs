//! What takes more than one file: pages compared with their manifest.

pub mod alignment;
pub mod connected;
pub mod index;
pub mod summary;
