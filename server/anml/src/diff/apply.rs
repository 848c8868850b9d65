//! Applies a diff to its base. Returns the lines of the new snapshot, or all lines that do not match.
//!
//! The diff is read in document order. A line with a ref finds its element anywhere below the element of the line's
//! parent. The next lines then continue after that element.

use agmark_syntax::nearest::nearest;
use rustc_hash::{FxHashMap, FxHashSet};

use super::matching::{fits, skipped};
use crate::diff::snapshot::{Kind, Snapshot};
use crate::syntax::line::Sign;
use crate::syntax::refs::natural;

/// The largest number of mismatches. A diff with more belongs to another base.
const MANY: usize = 50;

/// A line of a diff that does not fit its base.
#[derive(Debug)]
pub struct Misfit {
    /// The line of the diff, as an index.
    pub line: usize,
    pub problem: Problem,
}

#[derive(Debug, thiserror::Error)]
pub enum Problem {
    #[error("the base has no element \"#{name}\"{}", near.as_ref().map(|near| format!(": did you mean \"#{near}\"?")).unwrap_or_default())]
    UnknownRef { name: String, near: Option<String> },
    #[error(
        "\"#{name}\" is a {theirs} in the base, not a {ours}: to change a role, remove the element with `-` and add it \
         with `+`"
    )]
    OtherRole { name: String, theirs: String, ours: String },
    #[error("\"#{0}\" is in a table cell of the base: write the whole row")]
    InCell(String),
    #[error("\"#{0}\" is elsewhere in the base: keep the order and the parents of the base")]
    Elsewhere(String),
    #[error(
        "the ref \"#{0}\" is already on another element of the base: give the new one another ref, or remove that one"
    )]
    ReusedRef(String),
    #[error("`{0}`: no such line is left here")]
    NotLeft(String),
    #[error("`{0}` does not match the line of the base")]
    OtherLine(String),
    #[error(
        "`{0}`: it is not clear which element this changes: write `~ ... N unchanged` before it, with the number of \
         lines to skip"
    )]
    Ambiguous(String),
    #[error("`{0}`: nothing here can be changed by this: a new ref or role is `-` and `+`")]
    NothingToChange(String),
    #[error("{count} unchanged lines are to be skipped, but there are {left}")]
    TooFewLeft { count: usize, left: usize },
    #[error("below a line that is added, all lines are added")]
    NotAdded,
    #[error("line below a removed element: remove it, the element is removed with its content")]
    BelowRemoved,
}

/// The source of a line of the result.
#[derive(Clone, Copy, Debug)]
pub enum From {
    Base(usize),
    Diff(usize),
}

/// A diff that fits.
#[derive(Debug)]
pub struct Applied {
    /// The lines of the result, with their depths.
    pub lines: Vec<(From, u32)>,
    /// Removed subtrees of the base: the line of the diff with `-`, the first line and the one after the last.
    pub removed: Vec<(usize, usize, usize)>,
}

/// Applies a diff.
///
/// # Errors
/// All lines that do not fit, or the first ones, in the order of the diff. There is at least one.
pub fn apply(base: &Snapshot, diff: &Snapshot) -> Result<Applied, Vec<Misfit>> {
    let mut applier = Applier {
        base,
        diff,
        out: Applied { lines: Vec::new(), removed: Vec::new() },
        misfits: Vec::new(),
        elements: elements(base),
    };
    applier.run();
    if applier.misfits.is_empty() {
        applier.refs_are_unique();
    }
    if applier.misfits.is_empty() { Ok(applier.out) } else { Err(applier.misfits) }
}

/// The elements that have their own line, by ref.
fn elements(base: &Snapshot) -> FxHashMap<&str, usize> {
    (0..base.lines.len()).filter_map(|index| Some((base.reference(index)?, index))).collect()
}

/// Children of an element of the base.
struct Level {
    siblings: Vec<usize>,
    place: usize,
    /// Of the children.
    depth: u32,
    lookup: Option<Lookup>,
}

/// The changes below an element of the base: lines of the diff and their places in the base.
struct Frame {
    lines: std::vec::IntoIter<usize>,
    /// The children of the element, then those of elements that a line was found in by its ref.
    levels: Vec<Level>,
    /// Whether the previous line was `~ ... N unchanged`, so that the next line must match exactly here.
    exact: bool,
}

struct Applier<'a> {
    base: &'a Snapshot,
    diff: &'a Snapshot,
    out: Applied,
    misfits: Vec<Misfit>,
    elements: FxHashMap<&'a str, usize>,
}

impl<'a> Applier<'a> {
    fn run(&mut self) {
        let mut frames = vec![self.frame(None, None, 0)];
        while let Some(frame) = frames.last_mut() {
            let index = if self.misfits.len() < MANY { frame.lines.next() } else { None };
            let Some(index) = index else {
                while let Some(mut level) = frame.levels.pop() {
                    self.keep(&mut level, usize::MAX);
                }
                frames.pop();
                continue;
            };
            match self.line(frame, index) {
                Ok(Some((ours, depth))) => frames.push(self.frame(Some(ours), Some(index), depth + 1)),
                Ok(None) => {}
                Err(misfit) => self.misfits.push(misfit),
            }
        }
    }

    fn frame(&self, ours: Option<usize>, theirs: Option<usize>, depth: u32) -> Frame {
        let lines = self.diff.children(theirs).into_iter();
        Frame { lines, levels: vec![self.level(ours, depth)], exact: false }
    }

    fn level(&self, parent: Option<usize>, depth: u32) -> Level {
        Level { siblings: self.base.children(parent), place: 0, depth, lookup: None }
    }

    /// Applies a line of the diff. Returns the element in which the next line continues, and its depth.
    fn line(&mut self, frame: &mut Frame, index: usize) -> Result<Option<(usize, u32)>, Misfit> {
        let line = &self.diff.lines[index];
        let exact = std::mem::take(&mut frame.exact);
        if line.sign.is_none()
            && line.kind == Kind::Summary
            && let Some(count) = skipped(self.diff.text(index))
        {
            frame.exact = true;
            self.skip(frame, index, count)?;
            return Ok(None);
        }
        if line.sign == Some(Sign::Added) {
            self.add(frame, index)?;
            return Ok(None);
        }
        if line.sign == Some(Sign::Removed) && line.end > index + 1 {
            return Err(Misfit { line: index + 1, problem: Problem::BelowRemoved });
        }
        let place = match (self.diff.reference(index), line.sign) {
            (Some(name), _) => self.by_ref(frame, index, name)?,
            (None, Some(Sign::Changed)) => self.changed(frame, index, exact)?,
            (None, _) => self.named(frame, index)?,
        };
        let Some(mut level) = frame.levels.pop() else { return Ok(None) };
        self.keep(&mut level, place);
        let (ours, depth) = (level.siblings[place], level.depth);
        level.place = place + 1;
        frame.levels.push(level);
        match line.sign {
            Some(Sign::Removed) => {
                self.out.removed.push((index, ours, self.base.lines[ours].end));
                return Ok(None);
            }
            Some(_) => self.out.lines.push((From::Diff(index), depth)),
            None => self.out.lines.push((From::Base(ours), depth)),
        }
        Ok(Some((ours, depth)))
    }

    /// Takes over the siblings up to `place` as they are.
    fn keep(&mut self, level: &mut Level, place: usize) {
        let end = place.clamp(level.place, level.siblings.len());
        for sibling in &level.siblings[level.place..end] {
            let below = *sibling..self.base.lines[*sibling].end;
            self.out.lines.extend(below.map(|line| (From::Base(line), self.base.lines[line].depth)));
        }
        level.place = end;
    }

    /// Adds a line with its subtree after the last mentioned line.
    fn add(&mut self, frame: &Frame, index: usize) -> Result<(), Misfit> {
        let line = &self.diff.lines[index];
        let Some(level) = frame.levels.last() else { return Ok(()) };
        let not_added = |below: &usize| self.diff.lines[*below].sign != Some(Sign::Added);
        if let Some(below) = (index..line.end).find(not_added) {
            return Err(Misfit { line: below, problem: Problem::NotAdded });
        }
        for below in index..line.end {
            let depth = self.diff.lines[below].depth - line.depth + level.depth;
            self.out.lines.push((From::Diff(below), depth));
        }
        Ok(())
    }

    fn skip(&mut self, frame: &mut Frame, index: usize, count: usize) -> Result<(), Misfit> {
        let Some(mut level) = frame.levels.pop() else { return Ok(()) };
        let left = level.siblings.len() - level.place;
        let enough = count <= left;
        if enough {
            let place = level.place + count;
            self.keep(&mut level, place);
        }
        frame.levels.push(level);
        if enough {
            return Ok(());
        }
        Err(Misfit { line: index, problem: Problem::TooFewLeft { count, left } })
    }

    /// Finds the element with a ref. Its parent becomes the innermost level.
    fn by_ref(&mut self, frame: &mut Frame, index: usize, name: &str) -> Result<usize, Misfit> {
        let misfit = |problem| Misfit { line: index, problem };
        let Some(&target) = self.elements.get(name) else {
            return Err(misfit(self.unknown(name)));
        };
        let (ours, theirs) = (self.diff.role(index), self.base.role(target));
        if ours != theirs {
            let (theirs, ours) = (theirs.to_owned(), ours.to_owned());
            return Err(misfit(Problem::OtherRole { name: name.to_owned(), theirs, ours }));
        }
        let holds = |level: &Level| {
            let rest = &level.siblings[level.place..];
            let end = rest.last().map_or(0, |last| self.base.lines[*last].end);
            rest.first().is_some_and(|first| *first <= target) && target < end
        };
        let Some(at) = frame.levels.iter().rposition(holds) else {
            return Err(misfit(Problem::Elsewhere(name.to_owned())));
        };
        for mut inner in frame.levels.drain(at + 1..).rev() {
            self.keep(&mut inner, usize::MAX);
        }
        while let Some(level) = frame.levels.last_mut() {
            let place = level.siblings.partition_point(|sibling| *sibling <= target).saturating_sub(1);
            let around = level.siblings[place];
            if around == target {
                return Ok(place);
            }
            let depth = level.depth;
            let Some(mut level) = frame.levels.pop() else { break };
            self.keep(&mut level, place);
            level.place = place + 1;
            frame.levels.push(level);
            self.out.lines.push((From::Base(around), depth));
            frame.levels.push(self.level(Some(around), depth + 1));
        }
        Err(misfit(Problem::Elsewhere(name.to_owned())))
    }

    fn unknown(&self, name: &str) -> Problem {
        if self.base.refs.contains_key(name) {
            return Problem::InCell(name.to_owned());
        }
        // Only the first few mismatches get a suggestion, because each compares all refs.
        let near = (self.misfits.len() < 8).then(|| {
            let mut all: Vec<&str> = self.elements.keys().copied().collect();
            all.sort_unstable_by_key(|name| natural(name));
            nearest(name, all).map(str::to_owned)
        });
        Problem::UnknownRef { name: name.to_owned(), near: near.flatten() }
    }

    /// The place of what a line without ref names: of an element the next one, in the innermost level that has one.
    fn named(&mut self, frame: &mut Frame, index: usize) -> Result<usize, Misfit> {
        let (diff, base) = (self.diff, self.base);
        let fit = |sibling: usize| fits(diff, index, base, sibling);
        let text = || diff.text(index).to_owned();
        if diff.lines[index].kind != Kind::Element {
            let here = frame.levels.last().filter(|l| l.siblings.get(l.place).is_some_and(|s| fit(*s)));
            let misfit = || Misfit { line: index, problem: Problem::OtherLine(text()) };
            return here.map(|level| level.place).ok_or_else(misfit);
        }
        let place = |level: &Level| (level.place..level.siblings.len()).find(|at| fit(level.siblings[*at]));
        let found = frame.levels.iter().enumerate().rev().find_map(|(at, level)| Some((at, place(level)?)));
        let Some((at, place)) = found else {
            return Err(Misfit { line: index, problem: Problem::NotLeft(text()) });
        };
        for mut inner in frame.levels.drain(at + 1..).rev() {
            self.keep(&mut inner, usize::MAX);
        }
        Ok(place)
    }

    /// The place of what a line without ref changes.
    fn changed(&self, frame: &mut Frame, index: usize, exact: bool) -> Result<usize, Misfit> {
        let (diff, base) = (self.diff, self.base);
        let misfit = |problem: fn(String) -> Problem| Misfit {
            line: index,
            problem: problem(diff.text(index).to_owned()),
        };
        let Some(level) = frame.levels.last_mut() else { return Err(misfit(Problem::NothingToChange)) };
        let kind = diff.lines[index].kind;
        let here = level.siblings.get(level.place).is_some_and(|next| {
            base.lines[*next].kind == kind
                && base.role(*next) == diff.role(index)
                && base.reference(*next).is_none()
        });
        if kind != Kind::Element || exact {
            return if here { Ok(level.place) } else { Err(misfit(Problem::NothingToChange)) };
        }
        let lookup = level.lookup.get_or_insert_with(|| Lookup::new(base, &level.siblings));
        match lookup.changed(level.place, diff.head(index), diff.role(index)) {
            LookupResult::Found(place) => Ok(place),
            LookupResult::Ambiguous => Err(misfit(Problem::Ambiguous)),
            LookupResult::Missing => Err(misfit(Problem::NothingToChange)),
        }
    }

    /// A line that is new must not bring a ref that is still there.
    fn refs_are_unique(&mut self) {
        let (mut kept, mut used) = (FxHashSet::default(), FxHashSet::default());
        for (from, _) in &self.out.lines {
            match from {
                From::Base(line) => kept.insert(*line),
                From::Diff(line) => used.insert(*line),
            };
        }
        let still = |name: &str| self.base.refs.get(name).is_some_and(|line| kept.contains(line));
        let refs = self.diff.refs.iter().filter(|(name, line)| used.contains(*line) && still(name));
        let mut twice: Vec<_> = refs.map(|(name, line)| (*line, name.clone())).collect();
        twice.sort_unstable();
        let misfit = |(line, name)| Misfit { line, problem: Problem::ReusedRef(name) };
        self.misfits.extend(twice.into_iter().take(MANY).map(misfit));
    }
}

/// What lines with `*` and without a ref can mean among siblings: elements without a ref.
pub struct Lookup {
    /// Their places by role and name, and by role.
    heads: FxHashMap<Box<str>, Vec<usize>>,
    roles: FxHashMap<Box<str>, Vec<usize>>,
}

/// What such a line means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookupResult {
    Found(usize),
    Ambiguous,
    Missing,
}

impl Lookup {
    pub fn new(base: &Snapshot, siblings: &[usize]) -> Self {
        let (mut heads, mut roles) = (FxHashMap::default(), FxHashMap::default());
        for (place, index) in siblings.iter().copied().enumerate() {
            if base.lines[index].kind == Kind::Element && base.reference(index).is_none() {
                let push = |map: &mut FxHashMap<Box<str>, Vec<usize>>, key: &str| match map.get_mut(key) {
                    Some(places) => places.push(place),
                    None => drop(map.insert(key.into(), vec![place])),
                };
                push(&mut heads, base.head(index));
                push(&mut roles, base.role(index));
            }
        }
        Self { heads, roles }
    }

    /// The next one with the same role and name; else, since a name may change, the only one left with that role.
    pub fn changed(&self, from: usize, head: &str, role: &str) -> LookupResult {
        let left = |places: Option<&Vec<usize>>| {
            let places = places.map_or(&[][..], |places| places);
            let first = places.partition_point(|place| *place < from);
            (places.get(first).copied(), places.len() - first)
        };
        if let (Some(place), _) = left(self.heads.get(head)) {
            return LookupResult::Found(place);
        }
        match left(self.roles.get(role)) {
            (Some(place), 1) => LookupResult::Found(place),
            (Some(_), _) => LookupResult::Ambiguous,
            (None, _) => LookupResult::Missing,
        }
    }
}
