//! WASI preview 1 with files in memory and without a network.

mod call;
mod calls;
mod errno;
mod files;
mod memory;
mod operations;
mod poll;
pub mod state;
mod table;

pub use calls::link;
