//! What requests compute from one chunk, such as the positions of its symbols. It is kept with the chunk, so that a
//! request after an edit computes only the chunks that changed and joins the rest.
//!
//! It must depend on the chunk and its text alone, and offsets count from its start. It is never compared. All parts of
//! the process together are bounded; beyond the limit, a part is computed each time.

use std::any::{Any, TypeId};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The largest size of all parts that are kept, in bytes.
const LIMIT: usize = 256 << 20;

static KEPT: AtomicUsize = AtomicUsize::new(0);

/// What a request computes from a chunk.
pub trait CachedPart: Any + Send + Sync {
    /// Its approximate size in memory, in bytes.
    fn size(&self) -> usize;
}

/// The parts of one chunk.
#[derive(Default)]
pub(crate) struct CachedParts(Mutex<Vec<Entry>>);

struct Entry {
    of: TypeId,
    variant: u8,
    size: usize,
    part: Arc<dyn Any + Send + Sync>,
}

impl CachedParts {
    /// The part of a type, computed when first needed. A type can have several variants, for example one for each
    /// encoding.
    pub fn get_or_make<T: CachedPart>(&self, variant: u8, make: impl FnOnce() -> T) -> Arc<T> {
        let of = TypeId::of::<T>();
        let find = |entries: &[Entry]| {
            let mut same = entries.iter().filter(|entry| entry.of == of && entry.variant == variant);
            same.next().and_then(|entry| Arc::clone(&entry.part).downcast::<T>().ok())
        };
        if let Some(part) = find(&self.0.lock().unwrap_or_else(PoisonError::into_inner)) {
            return part;
        }
        // Other threads must not wait for this one.
        let part = Arc::new(make());
        let size = part.size() + size_of::<Entry>();
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(part) = find(&entries) {
            return part;
        }
        if KEPT.fetch_add(size, Ordering::Relaxed) + size > LIMIT {
            KEPT.fetch_sub(size, Ordering::Relaxed);
            return part;
        }
        entries.push(Entry { of, variant, size, part: Arc::clone(&part) as _ });
        part
    }
}

impl Drop for CachedParts {
    fn drop(&mut self) {
        let entries = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        KEPT.fetch_sub(entries.iter().map(|entry| entry.size).sum(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sized(usize);

    impl CachedPart for Sized {
        fn size(&self) -> usize {
            self.0
        }
    }

    #[test]
    fn a_part_is_made_once_for_each_variant() {
        let parts = CachedParts::default();
        let first = parts.get_or_make(0, || Sized(1));
        assert!(Arc::ptr_eq(&first, &parts.get_or_make(0, || Sized(2))));
        assert!(!Arc::ptr_eq(&first, &parts.get_or_make(1, || Sized(3))));
    }

    #[test]
    fn a_part_beyond_the_limit_is_not_kept() {
        let parts = CachedParts::default();
        let first = parts.get_or_make(0, || Sized(LIMIT + 1));
        assert!(!Arc::ptr_eq(&first, &parts.get_or_make(0, || Sized(LIMIT + 1))));
    }
}
