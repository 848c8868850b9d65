//! Lines down to a depth, and summaries of those below.

use super::fold::Fold;
use super::line::{Class, ViewLine};

/// The stage.
pub struct Depth {
    limit: u32,
    /// Whether something deep is to be shown, so that the way to it has to be known.
    seeks: bool,
    fold: Fold,
}

impl Depth {
    /// Keeps `limit` levels. `seeks` is true if deeper pinned lines may follow.
    pub fn new(limit: u32, seeks: bool) -> Self {
        Self { limit, seeks, fold: Fold::default() }
    }

    pub fn line(&mut self, line: ViewLine<'_>, next: &mut dyn FnMut(ViewLine<'_>)) {
        let is_deep = match line.class {
            Class::Element => line.depth >= self.limit,
            // The content of an element has the depth of the element.
            _ => line.depth > self.limit,
        };
        if !is_deep || line.pinned {
            self.fold.show(line, next);
        } else if self.seeks && line.class == Class::Element {
            self.fold.hold(line, next);
        } else {
            self.fold.omit(line, next);
        }
    }

    pub fn end(&mut self, next: &mut dyn FnMut(ViewLine<'_>)) {
        self.fold.end(next);
    }
}
