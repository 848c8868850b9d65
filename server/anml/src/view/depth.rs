//! Lines down to a depth, and summaries of those below.

use super::count::Count;
use super::line::{Class, Line, Source};

/// An element that is not shown and may be on the way to one that is.
struct Hidden {
    depth: u32,
    role: String,
    text: String,
    shown: bool,
}

/// The stage.
pub struct Depth {
    limit: u32,
    count: Count,
    /// Whether something deep is to be shown, so that the way to it has to be known.
    seeks: bool,
    path: Vec<Hidden>,
}

impl Depth {
    /// Keeps `limit` levels; `seeks` says that pinned lines may come that are deeper.
    pub fn new(limit: u32, seeks: bool) -> Self {
        Self { limit, count: Count::default(), seeks, path: Vec::new() }
    }

    pub fn line(&mut self, line: Line<'_>, next: &mut dyn FnMut(Line<'_>)) {
        self.leave(line.depth);
        let deep = match line.class {
            Class::Element => line.depth >= self.limit,
            // What an element says is as deep as the element.
            _ => line.depth > self.limit,
        };
        if !deep {
            self.summary(next);
            next(line);
        } else if line.pinned {
            self.summary(next);
            for hidden in self.path.iter_mut().filter(|hidden| !hidden.shown) {
                hidden.shown = true;
                next(Line {
                    depth: hidden.depth,
                    class: Class::Element,
                    role: &hidden.role,
                    header: false,
                    source: Source::Text(&hidden.text),
                    ..line
                });
            }
            next(line);
        } else if self.seeks && line.class == Class::Element {
            let (depth, role, text) = (line.depth, line.role.to_owned(), line.text());
            self.path.push(Hidden { depth, role, text, shown: false });
        } else {
            line.count(&mut self.count);
        }
    }

    pub fn end(&mut self, next: &mut dyn FnMut(Line<'_>)) {
        self.leave(0);
        self.summary(next);
    }

    /// Counts the hidden elements that a line of `depth` does not belong to.
    fn leave(&mut self, depth: u32) {
        while let Some(hidden) = self.path.pop_if(|hidden| hidden.depth >= depth) {
            if !hidden.shown {
                self.count.role(&hidden.role);
            }
        }
    }

    fn summary(&mut self, next: &mut dyn FnMut(Line<'_>)) {
        if !self.count.is_empty() {
            summary(self.limit, &mut self.count, next);
        }
    }
}

/// Hands on a summary, and begins to count anew.
pub fn summary(depth: u32, count: &mut Count, next: &mut dyn FnMut(Line<'_>)) {
    let text = format!("~ {}", count.take());
    next(Line {
        depth,
        class: Class::Summary,
        role: "",
        interactive: false,
        named: false,
        header: false,
        pinned: false,
        source: Source::Text(&text),
    });
}
