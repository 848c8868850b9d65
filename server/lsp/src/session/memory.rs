//! Gives memory back to the system after much of it was used.
//!
//! Opening a document of megabytes needs several times the memory that is kept of it. The allocator would keep it for
//! later, for each thread.

use std::sync::OnceLock;
use std::time::Duration;

use super::Session;
use crate::runtime;
use crate::session::mailbox::Message;
use crate::session::state::ReadSince;

/// How many bytes of texts are read before memory is given back.
const MUCH: usize = 256 << 10;

/// How long it takes at least until memory is given back.
const PAUSE: Duration = Duration::from_millis(100);

static RELEASE: OnceLock<fn()> = OnceLock::new();

/// Sets the function that gives the unused memory of the calling thread back to the system.
pub fn release_memory_with(release: fn()) {
    // A second one would be the same.
    let _ = RELEASE.set(release);
}

impl Session {
    /// Notes that texts of about `bytes` were read. Sends [`Message::Quiet`] if they were many.
    pub(super) fn note_read(&mut self, bytes: usize) {
        self.read_since.bytes += bytes;
        if self.read_since.bytes < MUCH || std::mem::replace(&mut self.read_since.is_due, true) {
            return;
        }
        let mailbox = self.mailbox.clone();
        self.outgoing.runtime().spawn(async move {
            runtime::sleep(PAUSE).await;
            mailbox.send(Message::Quiet);
        });
    }

    /// Gives unused memory back to the system.
    pub(super) fn give_memory_back(&mut self) {
        self.read_since = ReadSince::default();
        if self.readings.are_running() {
            return self.note_read(MUCH);
        }
        self.now.index.cover();
        let Some(release) = RELEASE.get().copied() else { return };
        release();
        // The thread of the runtime reads the messages.
        self.outgoing.runtime().spawn(async move { release() });
        rayon::spawn_broadcast(move |_| release());
        agmark_workspace::background::on_each_thread(release);
    }
}
