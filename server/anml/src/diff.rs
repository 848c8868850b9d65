//! What changed from one snapshot to the next, as a document of `type: diff` (section 5 of the source).
//!
//! A line without prefix is the path to what changed, `~ ... N unchanged` skips N siblings; a line of the base that is
//! named is the first sibling that it fits. [`mod@patch`] reads it in the same way, and refuses what does not fit.

mod align;
pub mod apply;
mod error;
mod front_matter;
pub mod keep_refs;
pub(crate) mod matching;
pub mod patch;
pub(crate) mod snapshot;
#[cfg(test)]
mod tests;

use crate::diff::snapshot::{Kind, Snapshot};
use crate::syntax::depths::STEP;
use crate::syntax::line::Sign;
pub use error::{Error, Side, Why};

use align::Step;
use apply::{Lookup, LookupResult};

/// A diff.
#[derive(Debug, PartialEq, Eq)]
pub struct Diff {
    pub text: String,
    /// Whether anything changed at all.
    pub changed: bool,
}

/// The diff from `old` to `new`, in canonical form. `base` is the name of the old one.
///
/// # Errors
/// When one of them has errors, or is a diff itself.
pub fn diff(old: &str, new: &str, base: &str) -> Result<Diff, Error> {
    let (old, new) = (error::snapshot(old, Side::First)?, error::snapshot(new, Side::Second)?);
    let mut writer = Writer { old: &old, new: &new, out: String::new(), path: Vec::new() };
    writer.children(None, None);
    let (body, changes) = (writer.out, front_matter::changes(&old.front, &new.front));
    let changed = !body.is_empty() || !changes.is_empty();
    Ok(Diff { text: crate::canonical(&(front_matter::header(base, &changes) + &body)), changed })
}

struct Writer<'a> {
    old: &'a Snapshot,
    new: &'a Snapshot,
    out: String,
    /// The unchanged elements down to here: which of them are written, and how much was skipped before each.
    path: Vec<Open>,
}

struct Open {
    index: usize,
    depth: u32,
    skip: usize,
    written: bool,
}

impl Writer<'_> {
    /// Writes what changed below an element that both have; deeper elements are done by a stack, since documents may be
    /// nested deeper than a program.
    fn children(&mut self, old: Option<usize>, new: Option<usize>) {
        let mut work = vec![Level::new(self, old, new)];
        while let Some(level) = work.last_mut() {
            let Some(step) = level.steps.next() else {
                work.pop();
                if !work.is_empty() {
                    self.path.pop();
                }
                continue;
            };
            match step {
                Step::Both(a, b) => {
                    let before = level.place;
                    let target = level.position(a);
                    if self.old.same(a, self.new, b) {
                        continue;
                    }
                    let (depth, changed) = (self.new.lines[b].depth, self.old.text(a) != self.new.text(b));
                    if changed {
                        // An element without a ref is found by its position, which is written if its name is
                        // ambiguous.
                        let skip = match self.new.reference(b) {
                            Some(_) => None,
                            None => Some(target - before).filter(|n| *n > 0 || !level.tells(self, b, target)),
                        };
                        self.changed(depth, skip, b);
                    }
                    level.place = target + 1;
                    let siblings = &level.siblings;
                    let direct = siblings[before..].iter().find(|i| self.named(a, **i)) == Some(&a);
                    let skip = if direct { 0 } else { target - before };
                    self.path.push(Open { index: a, depth, skip, written: changed });
                    let below = Level::new(self, Some(a), Some(b));
                    work.push(below);
                }
                Step::Old(a) => {
                    let target = level.position(a);
                    let siblings = &level.siblings[level.place..];
                    let direct = self.old.lines[a].kind == Kind::Element
                        && siblings.iter().find(|i| self.named(a, **i)) == Some(&a);
                    let skip = if direct { 0 } else { target - level.place };
                    level.place = target + 1;
                    let depth = self.old.lines[a].depth;
                    self.open();
                    self.skip(depth, skip);
                    // A summary may read like a skip; with its prefix it does not.
                    let text = self.old_head(a).to_owned();
                    self.line(depth, Some(Sign::Removed), &text);
                }
                Step::New(b, at) => {
                    let skip = at - level.place;
                    level.place = at;
                    let depth = self.new.lines[b].depth;
                    self.open();
                    self.skip(depth, skip);
                    for index in b..self.new.lines[b].end {
                        let text = self.new.text(index).to_owned();
                        self.line(self.new.lines[index].depth, Some(Sign::Added), &text);
                    }
                }
            }
        }
    }

    /// Whether the line that stands for `a` in the diff means `candidate`.
    fn named(&self, a: usize, candidate: usize) -> bool {
        let old = self.old;
        match old.reference(a) {
            Some(_) => a == candidate,
            None => old.lines[candidate].kind == old.lines[a].kind && old.head(a) == old.head(candidate),
        }
    }

    /// What stands for a line of the base: enough to know it by.
    fn old_head(&self, index: usize) -> &str {
        match self.old.reference(index) {
            Some(reference) => {
                let text = self.old.text(index);
                &text[..self.old.role(index).len() + 1 + reference.len()]
            }
            None => self.old.head(index),
        }
    }

    fn changed(&mut self, depth: u32, skip: Option<usize>, new: usize) {
        self.open();
        if let Some(count) = skip {
            self.line(depth, None, &format!("~ ... {count} unchanged"));
        }
        let text = self.new.text(new).to_owned();
        self.line(depth, Some(Sign::Changed), &text);
    }

    /// Writes the path to here, as far as it is not written yet.
    fn open(&mut self) {
        let first = self.path.iter().rposition(|open| open.written).map_or(0, |last| last + 1);
        for at in first..self.path.len() {
            let Open { index, depth, skip, .. } = self.path[at];
            self.path[at].written = true;
            self.skip(depth, skip);
            let text = self.old_head(index).to_owned();
            self.line(depth, None, &text);
        }
    }

    fn skip(&mut self, depth: u32, count: usize) {
        if count > 0 {
            self.line(depth, None, &format!("~ ... {count} unchanged"));
        }
    }

    fn line(&mut self, depth: u32, sign: Option<Sign>, text: &str) {
        self.out.extend(std::iter::repeat_n(' ', (depth * STEP) as usize));
        if let Some(sign) = sign {
            self.out.extend([sign.text(), " "]);
        }
        self.out.extend([text, "\n"]);
    }
}

/// The children of an element that both documents have.
struct Level {
    siblings: Vec<usize>,
    /// The number of siblings before the last written line.
    place: usize,
    /// The number of siblings that were compared.
    seen: usize,
    steps: std::vec::IntoIter<Step>,
    lookup: Option<Lookup>,
}

impl Level {
    fn new(writer: &Writer<'_>, old: Option<usize>, new: Option<usize>) -> Self {
        let siblings = writer.old.children(old);
        let steps = align::align(writer.old, writer.new, &siblings, &writer.new.children(new));
        Self { siblings, place: 0, seen: 0, steps: steps.into_iter(), lookup: None }
    }

    /// Whether a changed line without skip means the sibling at `target`, the next one.
    fn tells(&mut self, writer: &Writer<'_>, new: usize, target: usize) -> bool {
        let snapshot = writer.new;
        if snapshot.lines[new].kind != Kind::Element {
            return true;
        }
        let lookup = self.lookup.get_or_insert_with(|| Lookup::new(writer.old, &self.siblings));
        lookup.changed(target, snapshot.head(new), snapshot.role(new)) == LookupResult::Found(target)
    }

    /// The position of `index` among its siblings. Call it in their order.
    fn position(&mut self, index: usize) -> usize {
        while self.siblings.get(self.seen).is_some_and(|i| *i < index) {
            self.seen += 1;
        }
        self.seen
    }
}
