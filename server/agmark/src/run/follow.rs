//! Runs a job for an editor or an agent: shows its progress, and cancels it if the request is cancelled.

use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use agmark_run::events::Event;
use agmark_run::{CancellationToken, Finished, Job, spoken};
use agmark_task::Watch;

/// How often events and cancellation are checked.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Who waits for the result of a run.
pub trait Follower {
    fn is_cancelled(&self) -> bool;
    /// Shows what the run does.
    fn progress(&self, message: &str);
    fn log(&self, message: &str);
}

/// Runs the job, shows its progress, and stops it if it is cancelled.
pub async fn follow(job: Job, follower: &dyn Follower, heard: Receiver<Event>) -> Finished {
    let cancel = CancellationToken::new();
    let mut work = std::pin::pin!(job.run(cancel.clone()));
    let mut tokens = 0;
    loop {
        tokio::select! {
            finished = &mut work => return finished,
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
        if follower.is_cancelled() {
            cancel.cancel();
        }
        for event in heard.try_iter() {
            tell(follower, event, &mut tokens);
        }
    }
}

fn tell(follower: &dyn Follower, event: Event, tokens: &mut u64) {
    let with =
        |text: String, tokens: u64| if tokens == 0 { text } else { format!("{text}, {tokens} tokens") };
    match event {
        Event::Starting { program, servers } => {
            follower.progress(&format!("{program}: starting {}", servers.join(", ")));
        }
        Event::Asking { program, iteration } => {
            follower.progress(&with(format!("{program}: round {iteration}"), *tokens));
        }
        Event::Calling { program, tool } => follower.progress(&with(format!("{program}: {tool}"), *tokens)),
        Event::Replied { tokens: all, .. } => *tokens = all,
        Event::Waiting { why, pause, retry, most } => {
            let text = format!("again in {} (retry {retry} of {most}): {why}", spoken(pause));
            follower.progress(&text);
        }
        Event::Preparing { what } => follower.progress(&what),
        Event::Notice(text) => follower.log(&text),
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

/// Waits for the end of a run.
///
/// # Errors
/// When it cannot begin.
pub fn block_on<T>(work: impl Future<Output = T>) -> Result<T, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("the run cannot begin: {error}"))?;
    let done = runtime.block_on(work);
    runtime.shutdown_background();
    Ok(done)
}
