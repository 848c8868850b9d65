//! Threads for work that no keystroke waits for, such as reading a workspace.

use std::sync::OnceLock;

use rayon::{ThreadPool, ThreadPoolBuilder};

static POOL: OnceLock<Option<ThreadPool>> = OnceLock::new();

/// How much less of a busy processor the threads get (`man 2 setpriority`).
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Runs `work`. Its parallel parts run on separate threads with a low priority. So they delay neither the session
/// nor the parallel parts of a request.
pub fn run<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let build = || {
        // Half of the threads may wait for the disk.
        let count = 2 * std::thread::available_parallelism().map_or(1, usize::from);
        let threads = ThreadPoolBuilder::new().num_threads(count);
        let threads = threads.thread_name(|number| format!("background-{number}"));
        threads.start_handler(|_| lower_priority()).build().ok()
    };
    match POOL.get_or_init(build) {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// Runs `work` on each of the threads that exist, without waiting for it.
pub fn on_each_thread(work: fn()) {
    if let Some(Some(pool)) = POOL.get() {
        pool.spawn_broadcast(move |_| work());
    }
}

fn lower_priority() {
    // On Linux, but not elsewhere, this is the priority of the calling thread only.
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};
        let lower = |own: i32| setpriority_process(None, (own + NICENESS).min(19));
        if let Err(error) = getpriority_process(None).and_then(lower) {
            tracing::debug!("the priority of a thread cannot be changed: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use rayon::prelude::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn parallel_work_has_a_low_priority() {
        let priority = || rustix::process::getpriority_process(None).unwrap();
        let own = priority();
        let all: Vec<_> = super::run(|| (0..64).into_par_iter().map(|_| priority()).collect());
        assert_eq!(all, vec![(own + super::NICENESS).min(19); 64]);
        assert_eq!(priority(), own, "the caller keeps its own");
    }
}
