//! Shows waiting diagnostics after a pause in typing.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use agmark_syntax::diagnostics::find;
use agmark_syntax::{Document, Settings};
use lsp_types as lsp;

use super::Session;
use crate::runtime;
use crate::session::mailbox::Message;
use crate::snapshot::{Open, Snapshot};
use crate::typing::Pause;
use crate::typing::before_typing::BeforeTyping;

/// The long pause, in short pauses. After it, a person is not about to finish the text.
const LONG: u32 = 10;

impl Session {
    /// Stores the workspace before a change, so that new diagnostics in other documents can wait.
    pub(super) fn remember_before_typing(&mut self, open: &Open) {
        if self.now.before_typing.is_none() && !open.settings.typing_delay.is_zero() && self.tells_again() {
            self.now.before_typing = Some(Arc::new(before_typing(&self.now)));
        }
    }

    /// Shows the waiting diagnostics of other documents when no document is being typed in.
    pub(super) fn end_typing(&mut self) {
        let documents = self.now.documents.values().chain(self.now.behind.values());
        if self.now.before_typing.is_none() || documents.into_iter().any(|open| open.is_being_typed()) {
            return;
        }
        let Some(before_typing) = self.now.before_typing.take() else { return };
        let held = before_typing.end();
        self.refresh |= !held.is_empty();
        self.dirty.extend(held.into_iter().filter(|path| self.now.documents.contains_key(path)));
    }

    /// Sends [`Message::Paused`] after a change and a pause.
    pub(super) fn wait_for_pause(&self, open: &mut Open) {
        let Some(typing) = &mut open.typing else { return };
        typing.number = open.state;
        let delay = open.settings.typing_delay;
        if delay.is_zero() {
            open.typing = None;
            return;
        }
        let number = typing.number;
        self.pause_after(delay, open.uri.clone(), number, Pause::Short);
    }

    fn pause_after(&self, delay: Duration, uri: lsp::Uri, number: u64, pause: Pause) {
        let mailbox = self.mailbox.clone();
        self.outgoing.runtime().spawn(async move {
            runtime::sleep(delay).await;
            mailbox.send(Message::Paused { uri, number: Some(number), pause });
        });
    }

    /// Shows the waiting diagnostics of a document, unless more was typed after the change `number`.
    pub(super) fn paused(&mut self, uri: &lsp::Uri, number: Option<u64>, pause: Pause) {
        let Some((path, open)) = self.now.opened(uri) else { return };
        let Some(typing) = &open.typing else { return };
        if number.is_some_and(|number| number != typing.number) {
            return;
        }
        // A client that cannot be notified later gets all diagnostics now.
        let pause = if self.tells_again() { pause } else { Pause::Long };
        let (waited, number) = (typing.stop(pause), typing.number);
        match pause {
            Pause::Short => {
                let left = open.settings.typing_delay.saturating_mul(LONG - 1);
                self.pause_after(left, uri.clone(), number, Pause::Long);
            }
            Pause::Long => {
                let mut open = Open::clone(open);
                open.typing = None;
                self.replace(&path, open);
            }
        }
        if waited {
            self.dirty.insert(path);
            self.refresh = true;
        }
    }

    /// Whether the client can get diagnostics later than it asked.
    fn tells_again(&self) -> bool {
        !self.now.client.pull_diagnostics || self.now.client.refresh_diagnostics
    }

    /// Whether a person has stopped typing in a document or has typed more since `moment`.
    pub(super) fn moved_on(&self, moment: &Snapshot, uri: &lsp::Uri) -> bool {
        let number = |snapshot: &Snapshot| {
            let (_, open) = snapshot.opened(uri)?;
            open.typing.as_ref().map(|typing| typing.number)
        };
        number(&self.now).is_none_or(|now| number(moment) != Some(now))
    }
}

/// The current workspace, before a person types.
fn before_typing(now: &Snapshot) -> BeforeTyping {
    let before = Snapshot { before_typing: None, ..now.clone() };
    let open = before.documents.keys().cloned().collect();
    let check = move |path: &Path, document: &Document, settings: &Settings| {
        find(document, &before.view(path, &**document.format()), settings)
    };
    BeforeTyping::new(open, Box::new(check))
}
