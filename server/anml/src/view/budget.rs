//! So many lines and no more: what is of least use is folded into summaries first.

use std::cmp::Reverse;

use super::count::Count;
use super::depth::summary;
use super::line::{Class, Line};

/// What is known of a line.
struct Seen {
    depth: u32,
    class: Class,
    interactive: bool,
    header: bool,
    pinned: bool,
}

/// All lines, in order.
#[derive(Default)]
pub struct Record(Vec<Seen>);

/// When a line is folded: the smaller, the earlier.
type Rank = (u8, Reverse<u32>, Reverse<u32>);

/// What is never folded.
const NEVER: u32 = u32::MAX;

impl Record {
    pub fn line(&mut self, line: &Line<'_>) {
        self.0.push(Seen {
            depth: line.depth,
            class: line.class,
            interactive: line.interactive,
            header: line.header,
            pinned: line.pinned,
        });
    }

    /// What to fold, so that no more than `limit` lines are left; none where that takes more than all that is passive.
    pub fn decide(self, limit: usize) -> Option<Budget> {
        if self.0.len() <= limit {
            return Some(Budget::default());
        }
        let mut ranks = self.ranks();
        let mut order: Vec<u32> = (0..self.0.len() as u32).filter(|i| ranks[*i as usize].is_some()).collect();
        order.sort_unstable_by_key(|i| ranks[*i as usize]);
        let mut turn = vec![NEVER; self.0.len()];
        // A run of content is folded at once.
        let mut last = None;
        let mut turns = 0;
        for index in order {
            let rank = ranks[index as usize].take();
            let together = rank.is_some_and(|r| r.0 == 0) && rank == last;
            turns += u32::from(!together);
            turn[index as usize] = turns - 1;
            last = rank;
        }
        if cost(&turn, turns) > limit {
            return None;
        }
        let (mut low, mut high) = (0, turns);
        while low < high {
            let middle = low + (high - low) / 2;
            if cost(&turn, middle) <= limit { high = middle } else { low = middle + 1 }
        }
        let mut folded: Vec<bool> = turn.iter().map(|t| *t < low).collect();
        // A summary in the place of a single line saves nothing, if the line still has its place.
        let mut below = 0;
        for (index, line) in self.0.iter().enumerate() {
            let alone = folded[index]
                && !(index > 0 && folded[index - 1])
                && !folded.get(index + 1).is_some_and(|next| *next);
            folded[index] &= !(alone && line.depth <= below);
            if !folded[index] && line.class == Class::Element {
                below = line.depth + 1;
            }
        }
        let depths = self.0.iter().map(|line| line.depth).collect();
        Some(Budget { folded, depths, ..Budget::default() })
    }

    /// When each line is folded; none for interactive ones and what they stand under.
    fn ranks(&self) -> Vec<Option<Rank>> {
        let lines = &self.0;
        let mut ranks = vec![None; lines.len()];
        // What stands below, from the end: the depths of lines that keep their ancestors, and of rows.
        let (mut kept, mut rows): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        let below = |stack: &mut Vec<u32>, depth: u32| {
            let any = stack.last().is_some_and(|d| *d > depth);
            while stack.pop_if(|d| *d > depth).is_some() {}
            any
        };
        let note = |stack: &mut Vec<u32>, depth: u32| {
            if stack.last().is_none_or(|d| *d < depth) {
                stack.push(depth);
            }
        };
        let (mut run, mut lively) = (0u32, false);
        for (index, line) in lines.iter().enumerate().rev() {
            let place = Reverse(index as u32);
            let mut keeps = line.interactive || line.pinned;
            match line.class {
                Class::Element => {
                    keeps |= below(&mut kept, line.depth);
                    let holds_rows = below(&mut rows, line.depth);
                    let phase = if holds_rows { 3 } else { 1 };
                    ranks[index] = Some((phase, Reverse(line.depth), place));
                    if holds_rows {
                        note(&mut rows, line.depth);
                    }
                }
                Class::Row => {
                    lively |= keeps;
                    note(&mut rows, line.depth);
                    ranks[index] = if line.header {
                        keeps |= std::mem::take(&mut lively);
                        Some((3, Reverse(line.depth), place))
                    } else {
                        Some((2, Reverse(0), place))
                    };
                }
                Class::Summary => ranks[index] = Some((1, Reverse(line.depth), place)),
                Class::Content => {
                    let goes_on = lines.get(index + 1).is_some_and(|next| {
                        next.class == Class::Content && next.depth == line.depth && !next.pinned
                    });
                    run = if goes_on { run } else { index as u32 };
                    ranks[index] = Some((0, Reverse(0), Reverse(run)));
                }
            }
            if keeps {
                ranks[index] = None;
                note(&mut kept, line.depth);
            }
        }
        long_first(lines, &mut ranks);
        ranks
    }
}

/// Of runs of content and of tables the longest go first.
fn long_first(lines: &[Seen], ranks: &mut [Option<Rank>]) {
    let mut start = 0;
    while start < lines.len() {
        let line = &lines[start];
        let same = |other: &Seen| {
            other.depth == line.depth
                && match line.class {
                    Class::Content => other.class == Class::Content,
                    Class::Row => matches!(other.class, Class::Row | Class::Summary) && !other.header,
                    Class::Element | Class::Summary => false,
                }
        };
        let length = 1 + lines[start + 1..].iter().take_while(|other| same(other)).count();
        for rank in ranks[start..start + length].iter_mut().flatten() {
            if matches!(rank.0, 0 | 2) {
                rank.1 = Reverse(length as u32);
            }
        }
        start += length;
    }
}

/// How many lines are left when the first turns are folded: those that stay, and a summary for each run that goes.
fn cost(turn: &[u32], until: u32) -> usize {
    let mut lines = 0;
    let mut folding = false;
    for one in turn {
        let fold = *one < until;
        lines += usize::from(!fold || !folding);
        folding = fold;
    }
    lines
}

/// The stage.
#[derive(Default)]
pub struct Budget {
    /// Lines that are folded, and how deep all lines are.
    folded: Vec<bool>,
    depths: Vec<u32>,
    /// Lines from this one on are counted in one summary.
    cut: Option<usize>,
    /// Whether there is room for that summary.
    room: bool,
    at: usize,
    count: Count,
    /// Of the summary that is being counted.
    depth: u32,
    /// How deep a line can stand behind the last element that was kept.
    below: u32,
}

impl Budget {
    /// Keeps the first lines of `count`, so that with a summary of the others there are `limit`.
    pub fn cut(count: usize, limit: usize) -> Self {
        let cut = (count > limit).then(|| limit.saturating_sub(1));
        Self { cut, room: limit > 0, ..Self::default() }
    }

    pub fn line(&mut self, line: Line<'_>, next: &mut dyn FnMut(Line<'_>)) {
        let at = self.at;
        self.at += 1;
        if self.cut.is_some_and(|cut| at >= cut) {
            return line.count(&mut self.count);
        }
        if self.folded.get(at).copied().unwrap_or(false) {
            let depth = self.depths.get(at).copied().unwrap_or(line.depth);
            self.depth = if self.count.is_empty() { depth } else { self.depth.min(depth) };
            return line.count(&mut self.count);
        }
        self.summary(next);
        if line.class == Class::Element {
            self.below = line.depth + 1;
        }
        next(line);
    }

    pub fn end(&mut self, next: &mut dyn FnMut(Line<'_>)) {
        if self.cut.is_none() || self.room {
            self.summary(next);
        }
    }

    fn summary(&mut self, next: &mut dyn FnMut(Line<'_>)) {
        if !self.count.is_empty() {
            summary(self.depth.min(self.below), &mut self.count, next);
        }
    }
}
