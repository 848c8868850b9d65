//! What other files need to know of a file.

use std::any::Any;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::format::ErasedData;

/// The summaries of the chunks of a file ([`crate::Format::Summary`]), each with the start of its chunk. Clones share
/// them, and what was derived from them.
#[derive(Clone, Default)]
pub struct Summaries(Option<Arc<Shared>>);

struct Shared {
    parts: Vec<(usize, ErasedData)>,
    derived: OnceLock<Box<dyn Any + Send + Sync>>,
}

impl Summaries {
    /// Whether both are the same, not only equal.
    pub fn is_same(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }

    /// What a format derives from the summaries, derived when first needed. `None` if there are no summaries, or if
    /// another type was derived.
    pub fn derived<T: Send + Sync + 'static>(&self, make: impl FnOnce(&Self) -> T) -> Option<&T> {
        self.0.as_ref()?.derived.get_or_init(|| Box::new(make(self))).downcast_ref()
    }
}

impl FromIterator<(usize, ErasedData)> for Summaries {
    fn from_iter<T: IntoIterator<Item = (usize, ErasedData)>>(parts: T) -> Self {
        let mut parts: Vec<_> = parts.into_iter().collect();
        // Tens of thousands of files may be in memory, most of them without summaries.
        parts.shrink_to_fit();
        Self((!parts.is_empty()).then(|| Arc::new(Shared { parts, derived: OnceLock::new() })))
    }
}

impl Deref for Summaries {
    type Target = [(usize, ErasedData)];

    fn deref(&self) -> &Self::Target {
        self.0.as_ref().map_or(&[], |shared| &shared.parts)
    }
}

impl PartialEq for Summaries {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other) || **self == **other
    }
}

impl Eq for Summaries {}

impl std::fmt::Debug for Summaries {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
