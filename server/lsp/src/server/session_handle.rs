//! The handle of the session for the transport and the methods.

use std::sync::{Arc, Mutex, OnceLock};

use lsp_types as lsp;

use crate::outgoing::Outgoing;
use crate::session::mailbox::{Mailbox, Message, Moment, Question, When};
use crate::transport::peek::Peek;

type Start = Box<dyn FnOnce() + Send>;

/// The handle of the session. It is open after `initialize`.
#[derive(Clone, Default)]
pub struct SessionHandle(Arc<OnceLock<Started>>);

impl SessionHandle {
    /// Opens the handle; false if it is already open. `start` is called with the first message.
    pub fn open(&self, mailbox: Mailbox, outgoing: Outgoing, start: impl FnOnce() + Send + 'static) -> bool {
        let waiting = Mutex::new(Some(Box::new(start) as Start));
        self.0.set(Started { mailbox, outgoing, waiting }).is_ok()
    }

    /// The session, if `initialize` was received.
    pub fn started(&self) -> Option<&Started> {
        self.0.get()
    }

    /// Runs a question. It does not wait for the session if that has nothing to do and the condition holds.
    pub fn ask(&self, when: When, question: Question) {
        let moment = self.0.get().and_then(|started| Some((started, started.mailbox.moment()?)));
        let is_known = |moment: &Moment| match when {
            When::Now => true,
            When::CompleteFor(_) => moment.is_complete,
            When::Complete | When::Paused(_) | When::Settled => false,
        };
        match moment.filter(|(_, moment)| is_known(moment)) {
            Some((started, moment)) => {
                started.outgoing.runtime().spawn_blocking(move || question(moment.snapshot));
            }
            None => self.post(Message::Ask(when, question)),
        }
    }

    pub fn post(&self, message: Message) {
        let Some(started) = self.0.get() else {
            tracing::warn!("a message before initialize was ignored");
            return;
        };
        started.mailbox.send(message);
        let waiting = started.waiting.lock().ok().and_then(|mut waiting| waiting.take());
        if let Some(start) = waiting {
            start();
        }
    }

    /// Reports an invalid message.
    pub fn unreadable(&self, why: &str, peek: &Peek) {
        let Some(started) = self.0.get() else { return };
        started.outgoing.log(lsp::MessageType::WARNING, format!("agmark: {why}"));
        if peek.syncs {
            self.post(Message::Lost(peek.uri.as_ref().and_then(|uri| uri.parse().ok())));
        }
    }
}

/// A session after `initialize`. Its threads start with the first message, after the answer is sent.
pub struct Started {
    pub mailbox: Mailbox,
    pub outgoing: Outgoing,
    waiting: Mutex<Option<Start>>,
}
