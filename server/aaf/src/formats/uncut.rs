//! The line scan of documents that are never cut.

use agmark_syntax::cuts::{LineScan, State};

/// Allows no cut: a page or a manifest is one chunk, however long it is.
pub struct Uncut;

impl LineScan for Uncut {
    fn may_cut(&self, _line: &str) -> bool {
        false
    }

    fn pass(&mut self, _line: &str) {}

    fn state(&self) -> State {
        State::default()
    }
}
