//! Points at which a test stops or kills the program during a write. Release builds do not have them.

/// A point between two changes of the disk. `AGMARK_STEP=kill:3` kills the process at the third point, `stop:3` stops
/// it there until it is continued.
#[cfg(all(unix, debug_assertions))]
pub(crate) fn step() {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use rustix::process::{Signal, getpid, kill_process};

    static WANTED: LazyLock<Option<(Signal, usize)>> = LazyLock::new(|| {
        let text = std::env::var("AGMARK_STEP").ok()?;
        let (what, number) = text.split_once(':')?;
        let signal = match what {
            "kill" => Signal::KILL,
            "stop" => Signal::STOP,
            _ => return None,
        };
        Some((signal, number.parse().ok()?))
    });
    static PASSED: AtomicUsize = AtomicUsize::new(0);

    if let Some((signal, number)) = *WANTED
        && PASSED.fetch_add(1, Ordering::Relaxed) + 1 == number
    {
        let _ = kill_process(getpid(), signal);
    }
}

#[cfg(not(all(unix, debug_assertions)))]
pub(crate) fn step() {}
