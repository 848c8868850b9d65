//! Guards: the places whose values exist.

use std::collections::HashMap;

use agmark_syntax::work;

/// The places whose values exist and are not null.
#[derive(Debug, Default)]
pub(super) struct Guards {
    all: Vec<String>,
    /// The number of guards for each place, and for the places around it.
    within: HashMap<String, usize>,
}

impl Guards {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn truncate(&mut self, len: usize) {
        for place in self.all.drain(len.min(self.all.len())..) {
            for outer in around(&place) {
                if let Some(count) = self.within.get_mut(outer) {
                    *count -= 1;
                }
            }
        }
    }

    pub(super) fn push(&mut self, place: String) {
        for outer in around(&place) {
            work::add(1);
            *self.within.entry(outer.to_owned()).or_default() += 1;
        }
        self.all.push(place);
    }

    /// Whether a place, or a place in it, has a guard.
    pub(super) fn hold(&self, place: &str) -> bool {
        self.within.get(place).is_some_and(|count| *count > 0)
    }
}

/// A place and the places around it: `.a.b`, `.a`, and the dot.
fn around(place: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(place), |inner| inner.rfind('.').and_then(|at| inner.get(..at)))
}
