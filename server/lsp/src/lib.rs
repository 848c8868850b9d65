//! The protocol. A message goes into the session's mailbox in the order of its arrival; the one session
//! owns the documents and hands every question a [`snapshot::Snapshot`] of its moment; one file a feature
//! reads the answer from it. This crate names no format: it knows them through `agmark_syntax::Format`.

mod addresses;
mod burst;
mod calm;
mod cancel;
mod capabilities;
mod desk;
mod faults;
mod features;
mod from_proto;
mod gate;
mod mailbox;
mod outgoing;
mod parent;
mod paths;
mod record;
mod run;
mod scratch;
mod server;
mod session;
mod snapshot;
mod stdio;
mod task;
mod to_proto;
mod transport;
mod workspace_state;

pub use run::{Options, replay, run};
pub use task::{Context, Found, Looked, Offer, Task, Tasks};
