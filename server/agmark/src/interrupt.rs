//! Ctrl-C during an audit or the demo: it ends and leaves nothing behind.

use std::time::Duration;

use agmark_task::Stop;

/// The exit code of an interrupted command, as in shells.
pub const CODE: u8 = 130;

/// Maximum time for the end; most of it is for the browser.
const EXIT_TIMEOUT: Duration = Duration::from_secs(10);

/// Sets `stop` on a signal. A second signal ends the process at once.
///
/// # Errors
/// If the system does not allow signal handlers.
pub fn listen(stop: &Stop) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let stop = stop.clone();
    std::thread::spawn(move || {
        runtime.block_on(async {
            asked().await;
            stop.set();
            tokio::select! {
                () = asked() => {}
                () = tokio::time::sleep(EXIT_TIMEOUT) => {}
            }
            std::process::exit(i32::from(CODE));
        });
    });
    Ok(())
}

/// Sets `stop` on a signal, for a command that then ends by itself.
///
/// # Errors
/// If the system does not allow signal handlers.
pub fn note(stop: &Stop) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let stop = stop.clone();
    std::thread::spawn(move || {
        runtime.block_on(asked());
        stop.set();
    });
    Ok(())
}

/// Waits for a signal to end.
#[cfg(unix)]
pub async fn asked() {
    use tokio::signal::unix::{SignalKind, signal};
    let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
    let mut signals: Vec<_> = kinds.into_iter().filter_map(|kind| signal(kind).ok()).collect();
    std::future::poll_fn(|context| {
        let told = signals.iter_mut().any(|signal| signal.poll_recv(context).is_ready());
        if told { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
}

/// Waits for Ctrl-C.
#[cfg(not(unix))]
pub async fn asked() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
