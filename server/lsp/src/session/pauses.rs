//! Pauses in typing: what waited for one is shown.

use lsp_types as lsp;

use super::Session;
use crate::mailbox::Message;
use crate::snapshot::{Open, Snapshot};

impl Session {
    /// After a change: has [`Message::Paused`] come when nothing else is typed for a while.
    pub(super) fn wait_for_pause(&self, open: &mut Open) {
        let Some(burst) = &mut open.burst else { return };
        burst.number = open.state;
        let delay = open.settings.typing_delay;
        if delay.is_zero() {
            open.burst = None;
            return;
        }
        let (mailbox, uri, number) = (self.mailbox.clone(), open.uri.clone(), burst.number);
        self.outgoing.runtime().spawn(async move {
            tokio::time::sleep(delay).await;
            mailbox.send(Message::Paused { uri, number: Some(number) });
        });
    }

    /// Shows all that is found in a document, unless more was typed since; without a number whatever was typed.
    pub(super) fn paused(&mut self, uri: &lsp::Uri, number: Option<u64>) {
        let Some((path, open)) = self.now.opened(uri) else { return };
        let Some(burst) = &open.burst else { return };
        if number.is_some_and(|number| number != burst.number) {
            return;
        }
        burst.end();
        let waits = burst.waits();
        let mut open = Open::clone(open);
        open.burst = None;
        self.replace(&path, open);
        if waits {
            self.dirty.insert(path);
            self.refresh = true;
        }
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
