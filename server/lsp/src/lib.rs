//! The protocol. A message goes into the session's mailbox in the order of its arrival; the one session
//! owns the documents and hands every question a [`snapshot::Snapshot`] of its moment; one file a feature
//! reads the answer from it. This crate names no format: it knows them through `agmark_syntax::Format`.

mod cancel;
mod features;
mod outgoing;
mod protocol;
mod run;
mod server;
mod session;
mod snapshot;
mod task;
mod test_hooks;
mod transport;
mod typing;

pub use run::{Options, replay, run};
pub use session::mailbox::FileDiagnostics;
pub use task::{CommandOffer, OpenDocument, Task, TaskContext, Tasks};
