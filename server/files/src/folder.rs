//! An open folder. On Unix each call is relative to the open folder, so that a link cannot be added on the way between
//! a check and a write.

#[cfg(any(target_os = "linux", target_os = "android"))]
mod attributes;
mod file_info;
#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

pub use file_info::About;
pub(crate) use file_info::Kind;
#[cfg(not(unix))]
pub(crate) use other::{Folder, reserve};
#[cfg(unix)]
pub(crate) use unix::{Folder, reserve};
