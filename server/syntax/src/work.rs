//! Counts work, so that a test can check that twice the input takes about twice the work. A clock also measures the
//! machine.
//!
//! Code calls [`add`] for each step of a loop that could become quadratic, such as each read byte or each compared
//! item. Without the feature `testing` it compiles to nothing.
//!
//! ```ignore
//! let one = work::count(|| Document::new(format(), &many_labels(1_000)));
//! let two = work::count(|| Document::new(format(), &many_labels(2_000)));
//! assert!(two <= one * 22 / 10);
//! ```

#[cfg(any(test, feature = "testing"))]
std::thread_local! {
    static DONE: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Adds `units` steps to the work of this thread.
#[inline(always)]
pub fn add(units: usize) {
    #[cfg(any(test, feature = "testing"))]
    DONE.with(|done| done.set(done.get() + units as u64));
    #[cfg(not(any(test, feature = "testing")))]
    let _ = units;
}

/// The number of steps of `run`. It runs in a pool of one thread, so that parallel work of rayon is counted and other
/// tests are not. Threads that `run` starts in another way are not counted.
///
/// # Panics
/// If the pool's thread cannot be started.
#[cfg(any(test, feature = "testing"))]
pub fn count<R: Send>(run: impl FnOnce() -> R + Send) -> u64 {
    #[expect(clippy::expect_used, reason = "only tests call this")]
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .stack_size(2 << 20)
        .build()
        .expect("a thread can be started");
    pool.install(|| {
        let before = DONE.with(std::cell::Cell::get);
        run();
        DONE.with(std::cell::Cell::get) - before
    })
}

/// Fails unless `run` on an input of twice the size takes at most 2.2 times the steps. `size` is the smaller size. It
/// must be large enough that constant work does not matter.
///
/// # Panics
/// If the work grows faster, or if nothing was counted.
#[cfg(any(test, feature = "testing"))]
pub fn check_linear<I: Send, R: Send>(
    what: &str,
    size: usize,
    make: impl Fn(usize) -> I,
    run: impl Fn(I) -> R + Sync,
) {
    let (small, large) = (make(size), make(2 * size));
    let (one, two) = (count(|| run(small)), count(|| run(large)));
    assert!(one > 0, "{what}: no work was counted");
    assert!(two * 10 <= one * 22, "{what}: {one} steps for {size}, {two} steps for {}", 2 * size);
}

#[cfg(test)]
mod tests {
    use rayon::prelude::*;

    use super::*;

    #[test]
    fn all_threads_of_the_pool_are_counted() {
        assert_eq!(count(|| (0..1000).into_par_iter().for_each(|_| add(2))), 2000);
    }

    #[test]
    fn linear_work_is_linear() {
        check_linear("a loop", 100, |n| n, |n| (0..n).for_each(|_| add(1)));
    }

    #[test]
    #[should_panic(expected = "a loop in a loop")]
    fn quadratic_work_is_found() {
        check_linear("a loop in a loop", 100, |n| n, |n| (0..n * n).for_each(|_| add(1)));
    }
}
