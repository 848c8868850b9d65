//! The processes that a run starts. They and all their descendants end with the run.
//!
//! On Unix, a *guard* runs between this program and the process. The guard is this program itself, started again. It starts
//! the command in a new process group, notices if its parent ends or is killed, and then ends the command with all its
//! descendants. On Windows, a job object does the same.

mod child;
pub(crate) mod find_program;
#[cfg(unix)]
pub mod guard;
mod launcher;
mod tail;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

pub(crate) use child::does_not_exist;
pub use launcher::{Launcher, Process};
