//! Work on threads, with tokio.

pub use tokio::runtime::Handle;
pub use tokio::time::{sleep, timeout};

use tokio::sync::mpsc::UnboundedReceiver;

/// Starts a thread that calls `take` with each message until the last sender is dropped. `take` may receive further
/// messages.
pub fn start<M: Send + 'static>(
    name: &str,
    mut messages: UnboundedReceiver<M>,
    mut take: impl FnMut(M, &mut UnboundedReceiver<M>) + Send + 'static,
) -> std::io::Result<()> {
    let thread = std::thread::Builder::new().name(name.to_owned()).stack_size(8 << 20);
    let run = move || {
        while let Some(first) = messages.blocking_recv() {
            take(first, &mut messages);
        }
    };
    thread.spawn(run).map(drop)
}
