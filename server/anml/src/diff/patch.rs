//! A diff applied to its base: the text of the new snapshot.

use agmark_syntax::Ending;
use rustc_hash::FxHashSet;

use super::apply::{Applied, From, Misfit, apply};
use super::error::{self, Error, Side, Why};
use crate::diff::front_matter;
use crate::diff::snapshot::Snapshot;
use crate::format::lines::meta_line;
use crate::syntax::depths::STEP;

/// Applies a diff to its base.
pub struct Patched {
    base: Snapshot,
    diff: Snapshot,
    applied: Result<Applied, Vec<Misfit>>,
}

/// What in the new snapshot refers to an element that is not there.
#[derive(Debug, PartialEq, Eq)]
pub struct Dangling {
    /// The ref.
    pub name: String,
    /// The line of the diff that it is about: the one that refers, or the one that removes what another line refers to.
    pub line: u64,
    /// The line of the base that refers; none if it is the diff's own.
    pub base: Option<u64>,
}

/// The new snapshot, in canonical form, with the line ending of the base.
///
/// # Errors
/// When one of the two has errors, and when the diff does not fit.
pub fn patch(base: &str, diff: &str) -> Result<String, Error> {
    let text = Patched::new(base, diff)?.text()?;
    Ok(Ending::of(base).write(&text).into_owned())
}

impl Patched {
    /// Reads both.
    ///
    /// # Errors
    /// If one of them has errors or is not a diff or a base.
    pub fn new(base: &str, diff: &str) -> Result<Self, Error> {
        let base = error::snapshot(base, Side::First)?;
        let diff = error::read(diff, Side::Second)?;
        if !diff.is_diff() {
            return Err(Error { side: Side::Second, why: Why::NoDiff });
        }
        let applied = apply(&base, &diff);
        Ok(Self { base, diff, applied })
    }

    /// The lines of the diff that do not fit, with their numbers.
    pub fn misfits(&self) -> impl Iterator<Item = (u64, &Misfit)> {
        let misfits = self.applied.as_ref().err().into_iter().flatten();
        misfits.map(|misfit| (self.number(misfit), misfit))
    }

    fn number(&self, misfit: &Misfit) -> u64 {
        self.diff.lines[misfit.line].number
    }

    fn lines(&self) -> Result<&Applied, Error> {
        self.applied.as_ref().map_err(|misfits| {
            let (line, what) = misfits
                .first()
                .map_or((1, String::new()), |first| (self.number(first), first.problem.to_string()));
            Error { side: Side::Second, why: Why::Misfit { line, what } }
        })
    }

    /// The new snapshot, in canonical form.
    ///
    /// # Errors
    /// When the diff does not fit.
    pub fn text(&self) -> Result<String, Error> {
        let lines = &self.lines()?.lines;
        let mut text = String::new();
        let front = front_matter::patched(&self.base.front, &self.diff.front);
        if !front.is_empty() {
            let lines: Vec<_> = front.iter().map(|(key, value)| meta_line(key, value)).collect();
            text.extend(["---\n", &lines.join("\n"), "\n---\n"]);
        }
        for (from, depth) in lines {
            let (snapshot, index) = match from {
                From::Base(index) => (&self.base, *index),
                From::Diff(index) => (&self.diff, *index),
            };
            text.extend(std::iter::repeat_n(' ', (*depth * STEP) as usize));
            text.extend([snapshot.text(index), "\n"]);
        }
        Ok(crate::canonical(&text))
    }

    /// The undefined references after the diff is applied: those in its lines, and those of the base to removed
    /// elements.
    pub fn dangling(&self) -> Vec<Dangling> {
        let Ok(Applied { lines, removed }) = &self.applied else { return Vec::new() };
        let (mut kept, mut used) = (FxHashSet::default(), FxHashSet::default());
        for (from, _) in lines {
            match from {
                From::Base(line) => kept.insert(*line),
                From::Diff(line) => used.insert(*line),
            };
        }
        let there = |name: &str| {
            self.base.refs.get(name).is_some_and(|line| kept.contains(line))
                || self.diff.refs.get(name).is_some_and(|line| used.contains(line))
        };
        let number = |index: usize| self.diff.lines[index].number;
        let own = self.diff.uses.iter().filter(|(line, name)| used.contains(line) && !there(name));
        let own = own.map(|(line, name)| Dangling { name: name.clone(), line: number(*line), base: None });
        // `removed` is in the order of the base.
        let remover = |line: usize| {
            let after = removed.partition_point(|(_, start, _)| *start <= line);
            after.checked_sub(1).map(|at| removed[at]).filter(|(_, _, end)| line < *end)
        };
        let left = self.base.uses.iter().filter(|(line, name)| kept.contains(line) && !there(name));
        let left = left.filter_map(|(line, name)| {
            let (index, ..) = remover(*self.base.refs.get(name)?)?;
            let base = Some(self.base.lines[*line].number);
            Some(Dangling { name: name.clone(), line: number(index), base })
        });
        let mut all: Vec<_> = own.chain(left).collect();
        all.sort_by_key(|dangling| dangling.line);
        all
    }
}
