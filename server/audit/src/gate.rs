//! How many pages are read into memory at the same time: as many as there are cores, and only so many bytes of them. The
//! elements of a page take many times the memory of its text.

use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, PoisonError};

/// How many bytes of pages are looked at together. A page that is longer is looked at alone.
const BYTES: usize = 16 << 20;

/// Lets those through for whom there is room.
#[derive(Debug)]
pub struct Gate {
    room: Mutex<Room>,
    left: Condvar,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Room {
    places: usize,
    bytes: usize,
}

/// Room for one page; it is given back when this is dropped.
#[derive(Debug)]
pub struct Pass<'a> {
    gate: &'a Gate,
    bytes: usize,
}

impl Default for Gate {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Self::of(cores, BYTES)
    }
}

impl Gate {
    fn of(places: usize, bytes: usize) -> Self {
        Gate { room: Mutex::new(Room { places, bytes }), left: Condvar::new() }
    }

    /// Waits until there is room for a page of this length.
    pub fn pass(&self, bytes: usize) -> Pass<'_> {
        let mut room = self.room.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = bytes.min(BYTES);
        while room.places == 0 || room.bytes < bytes {
            room = self.left.wait(room).unwrap_or_else(PoisonError::into_inner);
        }
        room.places -= 1;
        room.bytes -= bytes;
        Pass { gate: self, bytes }
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        let mut room = self.gate.room.lock().unwrap_or_else(PoisonError::into_inner);
        room.places += 1;
        room.bytes += self.bytes;
        drop(room);
        self.gate.left.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn no_more_pass_than_there_is_room_for() {
        let gate = Gate::of(3, BYTES);
        let (inside, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let _pass = gate.pass(BYTES / 2);
                        most.fetch_max(inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        std::thread::yield_now();
                        inside.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert!(most.load(Ordering::SeqCst) <= 2, "two halves fill it");
        let whole = *gate.room.lock().unwrap();
        assert_eq!(whole, Room { places: 3, bytes: BYTES });
        // One that is longer than all the room gets all of it.
        drop(gate.pass(usize::MAX));
    }
}
