//! Pauses in typing: what waited for one is shown.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::{Document, Settings};
use lsp_types as lsp;

use super::Session;
use crate::session::mailbox::Message;
use crate::snapshot::{Open, Snapshot};
use crate::typing::Pause;
use crate::typing::before_typing::BeforeTyping;

/// After so many times the short pause, a person is not about to finish what was begun.
const LONG: u32 = 10;

impl Session {
    /// Before a change: keeps the workspace as it is, so that new findings in other documents can wait.
    pub(super) fn remember_before_typing(&mut self, open: &Open) {
        if self.now.before_typing.is_none() && !open.settings.typing_delay.is_zero() && self.tells_again() {
            self.now.before_typing = Some(Arc::new(before_typing(&self.now)));
        }
    }

    /// Shows what waited in other documents, when nobody types in any document.
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

    /// After a change: has [`Message::Paused`] come when nothing else is typed for a while.
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
            tokio::time::sleep(delay).await;
            mailbox.send(Message::Paused { uri, number: Some(number), pause });
        });
    }

    /// Shows what waits for a pause in a document, unless more was typed since; without a number whatever was typed.
    pub(super) fn paused(&mut self, uri: &lsp::Uri, number: Option<u64>, pause: Pause) {
        let Some((path, open)) = self.now.opened(uri) else { return };
        let Some(typing) = &open.typing else { return };
        if number.is_some_and(|number| number != typing.number) {
            return;
        }
        // Somebody who cannot be told of the rest later gets it now.
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

    /// Whether the client is shown what is found later than it asked.
    fn tells_again(&self) -> bool {
        !self.now.client.pull_diagnostics || self.now.client.refresh_diagnostics
    }

    /// Whether, since `moment`, a person has stopped to type in a document or has typed more.
    pub(super) fn moved_on(&self, moment: &Snapshot, uri: &lsp::Uri) -> bool {
        let number = |snapshot: &Snapshot| {
            let (_, open) = snapshot.opened(uri)?;
            open.typing.as_ref().map(|typing| typing.number)
        };
        number(&self.now).is_none_or(|now| number(moment) != Some(now))
    }
}

/// The workspace as it is now, before a person types.
fn before_typing(now: &Snapshot) -> BeforeTyping {
    let before = Snapshot { before_typing: None, ..now.clone() };
    let open = before.documents.keys().cloned().collect();
    let check = move |path: &Path, document: &Document, settings: &Settings| {
        diagnose(document, &before.view(path, &**document.format()), settings)
    };
    BeforeTyping::new(open, Box::new(check))
}
