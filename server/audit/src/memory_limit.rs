//! Limits how many pages are parsed at the same time: one per core, and a number of bytes. The elements of a page use
//! many times the memory of its text.

use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, PoisonError};

/// Maximum number of bytes of all pages together. A longer page is parsed alone.
const MAX_TOTAL_BYTES: usize = 16 << 20;

/// Gives a permit to each page for which there is memory.
#[derive(Debug)]
pub struct MemoryLimit {
    room: Mutex<Room>,
    left: Condvar,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Room {
    places: usize,
    bytes: usize,
}

/// Permission to parse one page, until it is dropped.
#[derive(Debug)]
pub struct Permit<'a> {
    limit: &'a MemoryLimit,
    bytes: usize,
}

impl Default for MemoryLimit {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Self::of(cores, MAX_TOTAL_BYTES)
    }
}

impl MemoryLimit {
    fn of(places: usize, bytes: usize) -> Self {
        MemoryLimit { room: Mutex::new(Room { places, bytes }), left: Condvar::new() }
    }

    /// Waits until a page of this length can be parsed.
    pub fn acquire(&self, bytes: usize) -> Permit<'_> {
        let mut room = self.room.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = bytes.min(MAX_TOTAL_BYTES);
        while room.places == 0 || room.bytes < bytes {
            room = self.left.wait(room).unwrap_or_else(PoisonError::into_inner);
        }
        room.places -= 1;
        room.bytes -= bytes;
        Permit { limit: self, bytes }
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut room = self.limit.room.lock().unwrap_or_else(PoisonError::into_inner);
        room.places += 1;
        room.bytes += self.bytes;
        drop(room);
        self.limit.left.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn no_more_pass_than_there_is_room_for() {
        let limit = MemoryLimit::of(3, MAX_TOTAL_BYTES);
        let (inside, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let _permit = limit.acquire(MAX_TOTAL_BYTES / 2);
                        most.fetch_max(inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        std::thread::yield_now();
                        inside.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert!(most.load(Ordering::SeqCst) <= 2, "two halves fill it");
        let whole = *limit.room.lock().unwrap();
        assert_eq!(whole, Room { places: 3, bytes: MAX_TOTAL_BYTES });
        // A page that is longer than the limit gets the whole limit.
        drop(limit.acquire(usize::MAX));
    }
}
