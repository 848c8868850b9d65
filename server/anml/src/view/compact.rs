//! Without unnamed structure, and without passive content unless something interactive is in it. What has a ref stays, as
//! if it were interactive. A table stays if one of its rows does, with its header.

use std::sync::Arc;

use super::line::{Class, ViewLine};
use crate::vocabulary::{self, Class as Kind};

/// A line before the lines below it are known.
struct Seen {
    depth: u32,
    element: bool,
    /// Structure without a name and a ref, which is replaced with its content.
    loose: bool,
    row: bool,
    header: bool,
    keep: bool,
    /// Something interactive, or something with a ref, is here or below.
    lively: bool,
}

/// All lines, in order.
#[derive(Default)]
pub struct Record(Vec<Seen>);

impl Record {
    pub fn line(&mut self, line: ViewLine<'_>) {
        let class = vocabulary::role(vocabulary::base(line.role)).map(|role| role.class);
        let keep = match line.class {
            Class::Element => line.named && class != Some(Kind::Content),
            // It may stand for something that agents act on.
            Class::Summary => true,
            Class::Row | Class::Content => false,
        };
        self.0.push(Seen {
            depth: line.depth,
            element: line.class == Class::Element,
            loose: class == Some(Kind::Structural) && !line.named && !line.referenced,
            row: line.class == Class::Row,
            header: line.header,
            keep: keep || line.pinned,
            lively: line.interactive || line.referenced,
        });
    }

    /// Which lines stay.
    pub fn decide(self) -> Compact {
        let mut seen = self.0;
        // From the end, because the parents of a line are before it.
        let mut lively: Vec<u32> = Vec::new();
        // Rows that stay.
        let mut rows: Vec<u32> = Vec::new();
        let mut table = false;
        for line in seen.iter_mut().rev() {
            if line.element {
                let holds_rows = rows.last().is_some_and(|depth| *depth > line.depth);
                while rows.pop_if(|depth| *depth > line.depth).is_some() {}
                line.loose &= !holds_rows;
                let below = lively.pop_if(|depth| *depth > line.depth).is_some();
                while lively.pop_if(|depth| *depth > line.depth).is_some() {}
                line.lively |= below;
            }
            if line.row {
                table |= line.lively;
                if line.header {
                    line.lively |= std::mem::take(&mut table);
                }
            }
            if line.row && line.lively && rows.last().is_none_or(|depth| *depth < line.depth) {
                rows.push(line.depth);
            }
            if line.lively && lively.last().is_none_or(|depth| *depth < line.depth) {
                lively.push(line.depth);
            }
        }
        let keep: Arc<[bool]> = seen.iter().map(|line| line.keep || (line.lively && !line.loose)).collect();
        Compact { keep, at: 0, open: Vec::new() }
    }
}

/// The stage.
pub struct Compact {
    keep: Arc<[bool]>,
    at: usize,
    /// Open elements: how deep they were, and how deep their children are now.
    open: Vec<(u32, u32)>,
}

impl Compact {
    /// The same for another reading.
    pub fn again(&self) -> Self {
        Self { keep: Arc::clone(&self.keep), at: 0, open: Vec::new() }
    }

    pub fn line(&mut self, line: ViewLine<'_>, next: &mut dyn FnMut(ViewLine<'_>)) {
        let keep = self.keep.get(self.at).copied().unwrap_or(true);
        self.at += 1;
        while self.open.pop_if(|(depth, _)| *depth >= line.depth).is_some() {}
        let depth = self.open.last().map_or(0, |(_, below)| *below);
        if line.class == Class::Element {
            self.open.push((line.depth, depth + u32::from(keep)));
        }
        if keep {
            next(ViewLine { depth, ..line });
        }
    }
}
