//! Limits the number of lines. The least useful lines are folded into summaries first.

use std::cmp::Reverse;

use super::fold::{Fold, SummaryPlacement};
use super::line::{Class, ViewLine};

/// A line before folding.
struct Seen {
    depth: u32,
    class: Class,
    interactive: bool,
    referenced: bool,
    header: bool,
    pinned: bool,
}

/// All lines, in order.
#[derive(Default)]
pub struct Record(Vec<Seen>);

/// When a line is folded: the smaller, the earlier.
type Rank = (u8, Reverse<u32>, Reverse<u32>);

/// Lines that are never folded.
const NEVER: u32 = u32::MAX;

impl Record {
    pub fn line(&mut self, line: &ViewLine<'_>) {
        self.0.push(Seen {
            depth: line.depth,
            class: line.class,
            interactive: line.interactive,
            referenced: line.referenced,
            header: line.header,
            pinned: line.pinned,
        });
    }

    /// What to fold, so that no more than `limit` lines are left.
    pub fn decide(self, limit: usize) -> Budget {
        let lines = &self.0;
        if lines.len() <= limit {
            return Budget::default();
        }
        let (turn, turns) = turns(self.ranks());
        let cost = |until: u32| cost(lines, SummaryPlacement::Run, |at| turn[at] >= until);
        if cost(turns) > limit {
            return self.interactive_only(limit);
        }
        let (mut low, mut high) = (0, turns);
        while low < high {
            let middle = low + (high - low) / 2;
            if cost(middle) <= limit { high = middle } else { low = middle + 1 }
        }
        let mut shown: Vec<bool> = turn.iter().map(|turn| *turn >= low).collect();
        // A summary of a single line saves nothing.
        let mut alone = Vec::new();
        summaries(
            lines,
            SummaryPlacement::Run,
            |at| shown[at],
            |count, last| alone.extend((count == 1).then_some(last)),
        );
        alone.into_iter().for_each(|at| shown[at] = true);
        Budget::new(shown, SummaryPlacement::Run)
    }

    /// No passive line stays, and of the rest the first ones that fit.
    fn interactive_only(&self, limit: usize) -> Budget {
        let lines = &self.0;
        if limit == 0 {
            return Budget { silent: true, ..Budget::new(vec![false; lines.len()], SummaryPlacement::End) };
        }
        let (mut low, mut high) = (0, lines.iter().filter(|line| line.interactive || line.pinned).count());
        // Each line more costs as much or more.
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            let shown = self.interactive(middle);
            if cost(lines, SummaryPlacement::End, |at| shown[at]) <= limit {
                low = middle
            } else {
                high = middle - 1
            }
        }
        Budget::new(self.interactive(low), SummaryPlacement::End)
    }

    /// The first `count` lines that are interactive or pinned; of the rows among them, the header and the table too.
    fn interactive(&self, count: usize) -> Vec<bool> {
        let mut wanted = vec![false; self.0.len()];
        let mut left = count;
        // Open elements: where they are, how deep, and the header of the table in them.
        let mut open: Vec<(usize, u32, Option<usize>)> = Vec::new();
        let mut top = None;
        for (at, line) in self.0.iter().enumerate() {
            if left == 0 {
                break;
            }
            while open.pop_if(|(_, depth, _)| *depth >= line.depth).is_some() {}
            let is_wanted = line.interactive || line.pinned;
            left -= usize::from(is_wanted);
            wanted[at] |= is_wanted;
            match line.class {
                Class::Element => open.push((at, line.depth, None)),
                Class::Row => {
                    let table = open.last().map(|(at, ..)| *at);
                    let header = open.last_mut().map_or(&mut top, |(_, _, header)| header);
                    if line.header {
                        *header = Some(at);
                    }
                    if is_wanted {
                        table.into_iter().chain(*header).for_each(|at| wanted[at] = true);
                    }
                }
                Class::Summary | Class::Content => {}
            }
        }
        wanted
    }

    /// The rank in which each line is folded; `None` for interactive elements and their ancestors.
    fn ranks(&self) -> Vec<Option<Rank>> {
        let lines = &self.0;
        let mut ranks = vec![None; lines.len()];
        // The depths of the lines below, from the end: of lines that keep their ancestors, of rows, and of elements
        // with a ref.
        let (mut kept, mut rows, mut referenced) = (Vec::new(), Vec::new(), Vec::new());
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
                    // Passive lines with a ref are folded last, because only they can be expanded again.
                    let has_ref = below(&mut referenced, line.depth) | line.referenced;
                    let phase = match (has_ref, holds_rows) {
                        (true, _) => 4,
                        (false, true) => 3,
                        (false, false) => 1,
                    };
                    if has_ref {
                        note(&mut referenced, line.depth);
                    }
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

/// In which turn each line is folded, and how many turns there are.
fn turns(mut ranks: Vec<Option<Rank>>) -> (Vec<u32>, u32) {
    let mut order: Vec<u32> = (0..ranks.len() as u32).filter(|i| ranks[*i as usize].is_some()).collect();
    order.sort_unstable_by_key(|i| ranks[*i as usize]);
    let mut turn = vec![NEVER; ranks.len()];
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
    (turn, turns)
}

/// How many lines are left: those that are shown, and the summaries of the others.
fn cost(lines: &[Seen], place: SummaryPlacement, shown: impl Fn(usize) -> bool) -> usize {
    let mut cost = (0..lines.len()).filter(|at| shown(*at)).count();
    summaries(lines, place, shown, |_, _| cost += 1);
    cost
}

/// The summaries that a [`Fold`] writes: of how many lines each is, and the last of them.
fn summaries(
    lines: &[Seen],
    place: SummaryPlacement,
    shown: impl Fn(usize) -> bool,
    mut take: impl FnMut(usize, usize),
) {
    // Open elements that are shown: how deep they are, how many lines are left out under them, and the last of these.
    let mut open: Vec<(u32, usize, usize)> = Vec::new();
    let mut top = (0, 0, 0);
    let mut flush = |(_, count, last): &mut (u32, usize, usize)| {
        if *count > 0 {
            take(std::mem::take(count), *last);
        }
    };
    for (at, line) in lines.iter().enumerate() {
        while let Some(mut ended) = open.pop_if(|(depth, ..)| *depth >= line.depth) {
            flush(&mut ended);
        }
        let inner = open.last_mut().unwrap_or(&mut top);
        if !shown(at) {
            (inner.1, inner.2) = (inner.1 + 1, at);
            continue;
        }
        if place == SummaryPlacement::Run {
            flush(inner);
        }
        if line.class == Class::Element {
            open.push((line.depth, 0, at));
        }
    }
    open.iter_mut().rev().for_each(&mut flush);
    flush(&mut top);
}

/// The stage.
#[derive(Default)]
pub struct Budget {
    /// Which lines are shown; all of those that are not in it.
    shown: Vec<bool>,
    at: usize,
    fold: Fold,
    /// There is no room for a summary.
    silent: bool,
}

impl Budget {
    fn new(shown: Vec<bool>, place: SummaryPlacement) -> Self {
        Self { shown, fold: Fold::new(place), ..Self::default() }
    }

    pub fn line(&mut self, line: ViewLine<'_>, next: &mut dyn FnMut(ViewLine<'_>)) {
        if self.shown.is_empty() {
            return next(line);
        }
        let shown = self.shown.get(self.at).copied().unwrap_or(true);
        self.at += 1;
        if shown {
            self.fold.show(line, next);
        } else if !self.silent {
            self.fold.omit(line, next);
        }
    }

    pub fn end(&mut self, next: &mut dyn FnMut(ViewLine<'_>)) {
        self.fold.end(next);
    }
}
