//! Questions that wait until files have been read. The session takes other messages meanwhile.

use std::sync::atomic::Ordering;

use lsp_types as lsp;

use super::Session;
use super::state::PendingQuestion;
use crate::session::mailbox::{Question, When};
use crate::snapshot::Snapshot;

impl Session {
    /// Runs a question with a snapshot of this moment, or keeps it until its condition holds.
    pub(super) fn ask(&mut self, when: When, question: Question) {
        let number = self.readings.last();
        if self.is_known(&when, number, &self.now) {
            let snapshot = self.now.clone();
            self.outgoing.runtime().spawn_blocking(move || question(snapshot));
            return;
        }
        self.waiting.push(PendingQuestion { question, when, number, moment: self.now.clone() });
        self.waited_for.store(true, Ordering::Relaxed);
    }

    fn is_known(&self, when: &When, number: u64, moment: &Snapshot) -> bool {
        match when {
            When::Now => true,
            When::Complete => self.readings.is_complete(),
            When::CompleteFor(uri) => self.readings.is_complete() || !self.needs_others(uri),
            When::Paused(uri) => self.readings.is_complete() && self.moved_on(moment, uri),
            When::Settled => self.readings.is_complete() && self.readings.are_done(number),
        }
    }

    /// Whether the diagnostics of a document depend on other files.
    fn needs_others(&self, uri: &lsp::Uri) -> bool {
        let document = self.now.opened(uri).and_then(|(_, open)| open.document.as_ref());
        document.is_some_and(|d| d.depends_on_other_files() || d.names().dangling().next().is_some())
    }

    /// Runs the waiting questions whose condition holds now.
    pub(super) fn release(&mut self) {
        for waiting in std::mem::take(&mut self.waiting) {
            if !self.is_known(&waiting.when, waiting.number, &waiting.moment) {
                self.waiting.push(waiting);
                continue;
            }
            let snapshot = self.now.with_open_of(waiting.moment);
            let question = waiting.question;
            self.outgoing.runtime().spawn_blocking(move || question(snapshot));
        }
        self.waited_for.store(!self.waiting.is_empty(), Ordering::Relaxed);
    }

    /// Drops the waiting questions, so that their requests fail.
    pub(super) fn give_up(&mut self) {
        self.waiting.clear();
        self.waited_for.store(false, Ordering::Relaxed);
    }
}
