//! Runs a job in an editor: shows its progress, and cancels it if the editor cancels the request.

use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use agmark_lsp::TaskContext;
use agmark_run::events::Event;
use agmark_run::{CancellationToken, Finished, Job, spoken};
use agmark_task::Watch;

/// How often events and cancellation are checked.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Runs the job, shows its progress, and stops it if it is cancelled.
pub async fn run(job: Job, context: &TaskContext<'_>, heard: Receiver<Event>) -> Finished {
    let cancel = CancellationToken::new();
    let mut work = std::pin::pin!(job.run(cancel.clone()));
    let mut tokens = 0;
    loop {
        tokio::select! {
            finished = &mut work => return finished,
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
        if context.is_cancelled() {
            cancel.cancel();
        }
        for event in heard.try_iter() {
            tell(context, event, &mut tokens);
        }
    }
}

fn tell(context: &TaskContext<'_>, event: Event, tokens: &mut u64) {
    let with =
        |text: String, tokens: u64| if tokens == 0 { text } else { format!("{text}, {tokens} tokens") };
    match event {
        Event::Starting { program, servers } => {
            context.progress(&format!("{program}: starting {}", servers.join(", ")), None);
        }
        Event::Asking { program, iteration } => {
            context.progress(&with(format!("{program}: round {iteration}"), *tokens), None);
        }
        Event::Calling { program, tool } => {
            context.progress(&with(format!("{program}: {tool}"), *tokens), None)
        }
        Event::Replied { tokens: all, .. } => *tokens = all,
        Event::Waiting { why, pause, retry, most } => {
            let text = format!("again in {} (retry {retry} of {most}): {why}", spoken(pause));
            context.progress(&text, None);
        }
        Event::Preparing { what } => context.progress(&what, None),
        Event::Notice(text) => context.log(&text),
        Event::Started { .. } | Event::Called { .. } | Event::Message { .. } => {}
    }
}

/// Sends the events of all threads to a channel.
pub struct EventSender(pub Mutex<Sender<Event>>);

impl Watch<Event> for EventSender {
    fn on(&self, event: Event) {
        let sender = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // The receiver may be gone.
        let _ = sender.send(event);
    }
}
