//! The language server protocol. Messages go into the session's mailbox in the order of their arrival. The session
//! owns the documents and passes a [`snapshot::Snapshot`] to each request. Features compute the answer from it. This
//! crate names no format; it uses them through `agmark_syntax::AnyFormat`.

// In a browser nothing is recorded or replayed.
#![cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]

#[cfg(target_family = "wasm")]
pub mod browser;
mod cancel;
mod features;
mod outgoing;
mod protocol;
#[cfg(not(target_family = "wasm"))]
mod run;
mod runtime;
mod serve;
mod server;
mod session;
mod snapshot;
mod task;
mod test_hooks;
mod transport;
mod typing;

pub use features::commands::COMMANDS;
#[cfg(not(target_family = "wasm"))]
pub use run::{Options, replay, run};
pub use session::mailbox::FileDiagnostics;
pub use session::memory::release_memory_with;
pub use task::{CommandOffer, OpenDocument, Task, TaskContext, Tasks};
