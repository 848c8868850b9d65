//! Pauses in typing: what waited for one is shown.

use std::sync::Arc;
use std::time::Duration;

use lsp_types as lsp;

use super::Session;
use crate::burst::Pause;
use crate::calm::Calm;
use crate::mailbox::Message;
use crate::snapshot::{Open, Snapshot};

/// After so many times the short pause, a person is not about to finish what was begun.
const LONG: u32 = 10;

impl Session {
    /// Before a change: keeps the workspace as it is, so that new findings in other documents can wait.
    pub(super) fn remember_calm(&mut self, open: &Open) {
        if self.now.calm.is_none() && !open.settings.typing_delay.is_zero() && self.tells_again() {
            self.now.calm = Some(Arc::new(Calm::new(&self.now)));
        }
    }

    /// Shows what waited in other documents, when nobody types in any document.
    pub(super) fn calm_down(&mut self) {
        let documents = self.now.documents.values().chain(self.now.behind.values());
        if self.now.calm.is_none() || documents.into_iter().any(|open| open.is_being_typed()) {
            return;
        }
        let Some(calm) = self.now.calm.take() else { return };
        let held = calm.end();
        self.refresh |= !held.is_empty();
        self.dirty.extend(held.into_iter().filter(|path| self.now.documents.contains_key(path)));
    }

    /// After a change: has [`Message::Paused`] come when nothing else is typed for a while.
    pub(super) fn wait_for_pause(&self, open: &mut Open) {
        let Some(burst) = &mut open.burst else { return };
        burst.number = open.state;
        let delay = open.settings.typing_delay;
        if delay.is_zero() {
            open.burst = None;
            return;
        }
        let number = burst.number;
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
        let Some(burst) = &open.burst else { return };
        if number.is_some_and(|number| number != burst.number) {
            return;
        }
        // Somebody who cannot be told of the rest later gets it now.
        let pause = if self.tells_again() { pause } else { Pause::Long };
        let (waited, number) = (burst.stop(pause), burst.number);
        match pause {
            Pause::Short => {
                let left = open.settings.typing_delay.saturating_mul(LONG - 1);
                self.pause_after(left, uri.clone(), number, Pause::Long);
            }
            Pause::Long => {
                let mut open = Open::clone(open);
                open.burst = None;
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
            open.burst.as_ref().map(|burst| burst.number)
        };
        number(&self.now).is_none_or(|now| number(moment) != Some(now))
    }
}
