//! What takes more than one file: pages compared with their manifest.

pub mod alignment;
pub mod connected;
pub mod index;
pub mod manifest;
pub mod on_no_page;
pub mod summary;
