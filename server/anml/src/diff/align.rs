//! Which children of an element are which in another snapshot of it.
//!
//! Elements with a unique ref or a unique subtree on both sides are matched first. Between them, short runs match the
//! pairs that save most, and long runs match the next ones. The order of both sides is kept: a moved element is
//! removed and added.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::diff::snapshot::{Kind, Snapshot};

/// Runs of up to this many pairs are compared each with each.
const ALL_PAIRS: usize = 10_000;

/// What becomes of a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Both are the same element, possibly with changes.
    Both(usize, usize),
    /// Removed.
    Old(usize),
    /// New, after this number of old ones.
    New(usize, usize),
}

/// The way from `a`, children in the old snapshot, to `b`, children in the new one.
pub fn align(old: &Snapshot, new: &Snapshot, a: &[usize], b: &[usize]) -> Vec<Step> {
    let tokens = |snapshot: &Snapshot, all: &[usize]| -> Vec<u64> {
        all.iter().map(|index| token(snapshot, *index)).collect()
    };
    aligned(old, new, (a, b), (tokens(old, a), tokens(new, b)), By::Refs)
}

/// Like the other alignment, for snapshots with unrelated refs: elements are identified by role, name and content.
/// `looks` are the hashes of the lines of both, without refs.
pub fn align_by_looks(
    old: &Snapshot,
    new: &Snapshot,
    a: &[usize],
    b: &[usize],
    looks: (&[u64], &[u64]),
) -> Vec<Step> {
    let tokens =
        |looks: &[u64], all: &[usize]| -> Vec<u64> { all.iter().map(|index| looks[*index]).collect() };
    aligned(old, new, (a, b), (tokens(looks.0, a), tokens(looks.1, b)), By::Looks)
}

/// How elements are identified.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Refs,
    Looks,
}

fn aligned(
    old: &Snapshot,
    new: &Snapshot,
    (a, b): (&[usize], &[usize]),
    tokens: (Vec<u64>, Vec<u64>),
    by: By,
) -> Vec<Step> {
    let mut aligner = Aligner { old, new, a, b, tokens, by, pairs: Vec::new() };
    aligner.run((0, a.len()), (0, b.len()));
    aligner.pairs.sort_unstable();
    let mut steps = Vec::with_capacity(a.len().max(b.len()));
    let (mut i, mut j) = (0, 0);
    for (x, y) in aligner.pairs.into_iter().chain([(a.len(), b.len())]) {
        steps.extend(a[i..x].iter().map(|index| Step::Old(*index)));
        steps.extend(b[j..y].iter().map(|index| Step::New(*index, x)));
        if let (Some(old), Some(new)) = (a.get(x), b.get(y)) {
            steps.push(Step::Both(*old, *new));
        }
        (i, j) = (x + 1, y + 1);
    }
    steps
}

/// The identity of a child: its ref and role, or its whole content.
fn token(snapshot: &Snapshot, index: usize) -> u64 {
    let Some(reference) = snapshot.reference(index) else { return snapshot.lines[index].hash };
    let mut hasher = FxHasher::default();
    (reference, snapshot.role(index)).hash(&mut hasher);
    hasher.finish()
}

type Range = (usize, usize);

struct Aligner<'a> {
    old: &'a Snapshot,
    new: &'a Snapshot,
    a: &'a [usize],
    b: &'a [usize],
    tokens: (Vec<u64>, Vec<u64>),
    by: By,
    /// Positions in `a` and `b` that belong together.
    pairs: Vec<(usize, usize)>,
}

impl Aligner<'_> {
    fn run(&mut self, a: Range, b: Range) {
        let mut work = vec![(a, b)];
        while let Some((mut a, mut b)) = work.pop() {
            while a.0 < a.1 && b.0 < b.1 && self.tokens.0[a.0] == self.tokens.1[b.0] {
                self.pairs.push((a.0, b.0));
                (a.0, b.0) = (a.0 + 1, b.0 + 1);
            }
            while a.0 < a.1 && b.0 < b.1 && self.tokens.0[a.1 - 1] == self.tokens.1[b.1 - 1] {
                (a.1, b.1) = (a.1 - 1, b.1 - 1);
                self.pairs.push((a.1, b.1));
            }
            if a.0 == a.1 || b.0 == b.1 {
                continue;
            }
            let anchors = self.anchors(a, b);
            if anchors.is_empty() {
                self.gap(a, b);
                continue;
            }
            let (mut i, mut j) = (a.0, b.0);
            for (x, y) in anchors {
                work.push(((i, x), (j, y)));
                self.pairs.push((x, y));
                (i, j) = (x + 1, y + 1);
            }
            work.push(((i, a.1), (j, b.1)));
        }
    }

    /// The longest run of pairs, in the order of both sides, of those that occur once on each.
    fn anchors(&self, a: Range, b: Range) -> Vec<(usize, usize)> {
        let mut seen: FxHashMap<u64, (u32, u32, usize)> = FxHashMap::default();
        for token in &self.tokens.0[a.0..a.1] {
            seen.entry(*token).or_default().0 += 1;
        }
        for (at, token) in (b.0..b.1).zip(&self.tokens.1[b.0..b.1]) {
            if let Some(found) = seen.get_mut(token) {
                (found.1, found.2) = (found.1 + 1, at);
            }
        }
        let pairs = (a.0..a.1).filter_map(|x| match seen.get(&self.tokens.0[x]) {
            Some((1, 1, y)) => Some((x, *y)),
            _ => None,
        });
        rising(&pairs.collect::<Vec<_>>())
    }

    /// Pairs where nothing is unique.
    fn gap(&mut self, a: Range, b: Range) {
        if (a.1 - a.0).saturating_mul(b.1 - b.0) <= ALL_PAIRS {
            return self.best(a, b);
        }
        let mut next = b.0;
        for x in a.0..a.1 {
            // A look-ahead, so that one removed element does not misalign all others.
            let near = next..b.1.min(next + 8);
            if let Some(y) = near.into_iter().max_by_key(|y| (self.gain(x, *y), usize::MAX - *y))
                && self.gain(x, y) > 0
            {
                self.pairs.push((x, y));
                next = y + 1;
            }
        }
    }

    /// The pairs with the largest total gain.
    fn best(&mut self, a: Range, b: Range) {
        let (height, width) = (a.1 - a.0, b.1 - b.0);
        let mut worth = vec![0u32; (height + 1) * (width + 1)];
        let at = |x: usize, y: usize| x * (width + 1) + y;
        for x in (0..height).rev() {
            for y in (0..width).rev() {
                let gain = self.gain(a.0 + x, b.0 + y);
                let both = if gain > 0 { gain + worth[at(x + 1, y + 1)] } else { 0 };
                worth[at(x, y)] = both.max(worth[at(x + 1, y)]).max(worth[at(x, y + 1)]);
            }
        }
        let (mut x, mut y) = (0, 0);
        while x < height && y < width {
            let gain = self.gain(a.0 + x, b.0 + y);
            if gain > 0 && worth[at(x, y)] == gain + worth[at(x + 1, y + 1)] {
                self.pairs.push((a.0 + x, b.0 + y));
                (x, y) = (x + 1, y + 1);
            } else if worth[at(x, y)] == worth[at(x + 1, y)] {
                x += 1;
            } else {
                y += 1;
            }
        }
    }

    /// The gain of matching two elements; 0 if they cannot match.
    fn gain(&self, x: usize, y: usize) -> u32 {
        if self.tokens.0[x] == self.tokens.1[y] {
            return 100;
        }
        let (i, j) = (self.a[x], self.b[y]);
        let (old, new) = (self.old, self.new);
        if old.lines[i].kind != new.lines[j].kind {
            return 0;
        }
        if old.lines[i].kind != Kind::Element {
            return 5;
        }
        if self.by == By::Looks {
            let known = old.reference(i).is_some() && old.reference(i) == new.reference(j);
            return match (old.role(i) == new.role(j), old.name(i) == new.name(j)) {
                (true, true) => 20 + 20 * u32::from(!old.name(i).is_empty()),
                // A renamed element of a tool with stable refs.
                (true, false) if known => 5,
                _ => 0,
            };
        }
        // An element with a new, removed or changed ref is another element.
        if old.role(i) != new.role(j) || old.reference(i) != new.reference(j) {
            return 0;
        }
        if old.text(i) == new.text(j) {
            40
        } else if old.name(i) == new.name(j) {
            20
        } else {
            5
        }
    }
}

/// The longest part of `pairs`, which rise on the left, that rises on the right too.
fn rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The last pair of the best run of each length, and the predecessor of each pair.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, (_, y)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *y);
        before.push(length.checked_sub(1).map(|last| ends[last]));
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut run = Vec::with_capacity(ends.len());
    let mut at = ends.last().copied();
    while let Some(index) = at {
        run.push(pairs[index]);
        at = before[index];
    }
    run.reverse();
    run
}
