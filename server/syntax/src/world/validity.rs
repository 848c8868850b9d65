//! How long answers about other files may be used again.
//!
//! A large document names tens of thousands of files. What is computed from the answers about the files of a group of
//! chunks is kept with the group, so that a keystroke does not ask for each name again.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::World;

/// How long an answer may be used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Validity {
    /// A number for everything that the answer depends on and that the program changes, such as which documents are
    /// open. It is 0 only in a world without files.
    pub state: u64,
    /// When the answer expires, because nothing reports that a file was created or deleted; `None` for never.
    pub until: Option<Instant>,
}

/// What was computed from answers about other files, until one of them may have changed.
#[derive(Debug)]
pub struct KeptAnswer<T>(Mutex<Option<(Validity, Arc<T>)>>);

impl<T> Default for KeptAnswer<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T> KeptAnswer<T> {
    /// The last answer if it is valid, otherwise a new one. `number` is as in [`World::validity`].
    pub fn get_or_ask(&self, world: &dyn World, number: usize, ask: impl FnOnce() -> T) -> Arc<T> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((validity, answer)) = &*kept()
            && world.is_valid(validity)
        {
            return Arc::clone(answer);
        }
        // The time counts from before the question. Other threads must not wait for this one.
        let validity = world.validity(number);
        let answer = Arc::new(ask());
        *kept() = validity.map(|validity| (validity, Arc::clone(&answer)));
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Files;
    use crate::world::EmptyWorld;

    #[test]
    fn an_answer_is_used_again_only_while_it_is_valid() {
        let (kept, files) = (KeptAnswer::default(), Files::new(&[], &|_| None));
        assert_eq!(*kept.get_or_ask(&EmptyWorld, 0, || 1), 1);
        assert_eq!(*kept.get_or_ask(&EmptyWorld, 0, || 2), 1);
        assert_eq!(*kept.get_or_ask(&files, 0, || 3), 3);
        assert_eq!(*kept.get_or_ask(&EmptyWorld, 0, || 4), 4);
    }
}
