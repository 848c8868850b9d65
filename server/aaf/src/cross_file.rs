//! What takes more than one file: pages compared with their manifest.

pub mod aligned_group;
pub mod alignment;
pub mod connected;
pub mod entries;
pub mod index;
pub mod manifest;
pub mod manifest_group;
pub mod on_no_page;
pub mod page_group;
pub mod promises;
pub mod site_manifest;
pub mod summary;
