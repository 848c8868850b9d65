//! The AGD daemon: applies the operations of many writers, from Redis, to AGD documents that many edit at once.
//!
//! Writers add operations to the stream of a document. Daemons share a consumer group. One daemon at a time works on a
//! document: it reads the stream, applies the operations in memory, and writes the state.
//!
//! # How nothing is lost and nothing is applied twice
//!
//! **The state says how far it is.** The state of a document is one hash: its `content`, and `last_id`, the id of the
//! last entry of the stream that is in the content. One script writes both, together with the results and the
//! acknowledgement (`scripts/write.lua`). So the content and the position never differ, whatever fails.
//!
//! **The script compares before it writes.** It writes only if all of this is true:
//!
//! 1. `epoch` is that of this daemon, and no other daemon has the claim. Each claim increments `epoch`. So a daemon
//!    that was stopped and goes on after another one has taken over cannot write.
//! 2. `last_id` is the one that the daemon has started the batch from. So no batch is written twice.
//! 3. The stream has no entry between `last_id` and the first entry of the batch. So no entry is left out. A batch is
//!    the answer to one XREADGROUP, which has no gaps itself.
//!
//! A long content would be slow in the script. So the transaction of the script first writes the new state to a separate
//! key (`PREFIX:state:next`), and the script renames this key if all comparisons hold. It also compares the length of
//! the old content, so that a content that something else has changed is read again. The transaction ends with the
//! removal of that key.
//!
//! If a comparison fails, or Redis does not answer, the daemon drops what it has in memory and claims the document again.
//! It does not need to know whether a lost answer was a success: the state that it reads with the claim says so.
//!
//! **A claim continues after `last_id`** (`scripts/claim.lua`). A group gives each entry to one consumer. If a daemon
//! dies, or reads an entry just when it loses its claim, these entries are pending for a consumer that will not write
//! them, and others are not read yet. So the claim, in one step:
//!
//! 1. acknowledges the pending entries up to `last_id`: they are in the content;
//! 2. claims all other pending entries (XAUTOCLAIM), of all consumers. This also forgets entries that are no
//!    longer in the stream;
//! 3. sets the group back to `last_id` (XGROUP SETID). The next XREADGROUP returns everything after it, first the entries
//!    that were pending and then the new ones, in the order of the stream.
//!
//! Reading pending entries and new entries separately would not be enough: another daemon that does not know yet that it
//! has lost its claim can still read new entries. Their gap is seen at the next write (3. above) or, if no more entries
//! come, at the second renewal of the claim that finds the same pending entry. Then the daemon claims again.
//!
//! **Writes overlap with reads.** A long batch is applied while the batch before it is written, and the next one is read.
//! The write of a batch starts when the write before it is known to be done. If that was refused, what was applied since
//! is dropped with everything else in memory.
//!
//! **A claim is a key that expires** (`PREFIX:claim`). Each write renews it, and so does a script if the stream is idle.
//! The time of a claim decides how soon another daemon takes over. It does not decide whether the result is right: if a
//! claim expires too early, two daemons compute the same batch, and the script accepts one of them.
//!
//! **Memory.** Scripts first run the command that fails if Redis is out of memory. So a script that fails has changed
//! nothing, and the operations wait in the stream.

mod activity;
mod batch;
mod client;
mod daemon;
mod document_task;
mod document_writer;
mod documents;
mod entries;
mod keys;
mod metrics_server;
mod options;
mod reader;
mod results;
mod scripts;
mod server;
mod worker;

pub use activity::LogEvent;
pub use batch::{MAX_DOCUMENT, MAX_OPERATION};
pub use client::{Client, Outcome, PushError, StoredResult, StoredState, is_before};
pub use daemon::{Daemon, DaemonError};
pub use keys::DocumentKeys;
pub use options::{Documents, Options};
pub use server::{Server, ServerError};
