//! An open folder and what is done with the names in it. On Unix every call counts from the open folder, so that
//! nobody can put a link on the way between a check and a write.

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
