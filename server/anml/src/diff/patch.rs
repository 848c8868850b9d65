//! A diff applied to its base.

use rustc_hash::FxHashMap;

use super::{Error, Side, Why, fits, front, skipped};
use crate::format::meta_line;
use crate::levels::STEP;
use crate::line::Sign;
use crate::snapshot::{Kind, Snapshot};

/// The new snapshot, in canonical form.
///
/// # Errors
/// When one of the two has errors, and when the diff does not fit.
pub fn patch(base: &str, diff: &str) -> Result<String, Error> {
    let base = super::snapshot(base, Side::First)?;
    let diff = super::read(diff, Side::Second)?;
    if !diff.is_diff() {
        return Err(Error { side: Side::Second, why: Why::NoDiff });
    }
    let mut patcher = Patcher { base: &base, diff: &diff, out: Vec::new() };
    patcher.run()?;
    patcher.refs_are_unique()?;
    Ok(patcher.text())
}

/// Where a line of the result comes from.
#[derive(Clone, Copy)]
enum From {
    Base(usize),
    Diff(usize),
}

struct Patcher<'a> {
    base: &'a Snapshot,
    diff: &'a Snapshot,
    out: Vec<From>,
}

/// An element of the base whose children the diff speaks of.
struct Open {
    siblings: Vec<usize>,
    place: usize,
    /// What the diff says of them.
    lines: std::vec::IntoIter<usize>,
}

impl Open {
    fn new(base: &Snapshot, diff: &Snapshot, ours: Option<usize>, theirs: Option<usize>) -> Self {
        let lines = diff.children(theirs).into_iter();
        Self { siblings: base.children(ours), place: 0, lines }
    }
}

impl Patcher<'_> {
    fn run(&mut self) -> Result<(), Error> {
        let mut open = vec![Open::new(self.base, self.diff, None, None)];
        while let Some(level) = open.last_mut() {
            let Some(index) = level.lines.next() else {
                self.keep(level, usize::MAX);
                open.pop();
                continue;
            };
            if let Some((ours, theirs)) = self.line(level, index)? {
                open.push(Open::new(self.base, self.diff, Some(ours), Some(theirs)));
            }
        }
        Ok(())
    }

    /// Does what a line of the diff says; gives the element that it goes on in.
    fn line(&mut self, level: &mut Open, index: usize) -> Result<Option<(usize, usize)>, Error> {
        let line = &self.diff.lines[index];
        match line.sign {
            Some(Sign::Added) => {
                for below in index..line.end {
                    if self.diff.lines[below].sign != Some(Sign::Added) {
                        return Err(self.misfit(below, "below a line that is added, all lines are added"));
                    }
                    self.out.push(From::Diff(below));
                }
                return Ok(None);
            }
            Some(Sign::Removed) => {
                let place = self.find(level, index)?;
                if line.end > index + 1 {
                    return Err(self.misfit(index + 1, "what stands below a removed element goes with it"));
                }
                self.keep(level, place);
                level.place += 1;
                return Ok(None);
            }
            Some(Sign::Changed) => {
                let place = self.find_changed(level, index)?;
                self.keep(level, place);
                self.out.push(From::Diff(index));
            }
            None if line.kind == Kind::Summary && skipped(self.diff.text(index)).is_some() => {
                let count = skipped(self.diff.text(index)).unwrap_or(0);
                let left = level.siblings.len() - level.place;
                if count > left {
                    let why = format!("{count} unchanged lines are to be skipped, but there are {left}");
                    return Err(self.misfit(index, &why));
                }
                self.keep(level, level.place + count);
                return Ok(None);
            }
            None => {
                let place = self.find(level, index)?;
                self.keep(level, place);
                self.out.push(From::Base(level.siblings[place]));
            }
        }
        let ours = level.siblings[level.place];
        level.place += 1;
        Ok(Some((ours, index)))
    }

    /// Takes over the siblings up to `place` as they are.
    fn keep(&mut self, level: &mut Open, place: usize) {
        let end = place.min(level.siblings.len());
        for sibling in &level.siblings[level.place..end.max(level.place)] {
            self.out.extend((*sibling..self.base.lines[*sibling].end).map(From::Base));
        }
        level.place = end.max(level.place);
    }

    /// The place of the sibling that a line names.
    fn find(&self, level: &Open, index: usize) -> Result<usize, Error> {
        let kind = self.diff.lines[index].kind;
        let mut rest = level.place..level.siblings.len();
        let fit = |place: &usize| fits(self.diff, index, self.base, level.siblings[*place]);
        let found =
            if kind == Kind::Element { rest.find(fit) } else { rest.next().filter(|place| fit(place)) };
        found.ok_or_else(|| {
            let at =
                if kind == Kind::Element { "no such line is left here" } else { "another line stands here" };
            self.misfit(index, &format!("`{}`: {at}", self.diff.text(index)))
        })
    }

    /// The place of what a line changes: the element with its ref, else the next one.
    fn find_changed(&self, level: &Open, index: usize) -> Result<usize, Error> {
        if let Some(reference) = self.diff.reference(index)
            && self.base.refs.contains_key(reference)
        {
            return self.find(level, index);
        }
        let (line, next) = (&self.diff.lines[index], level.siblings.get(level.place));
        let same = |ours: usize| {
            self.base.lines[ours].kind == line.kind && self.base.role(ours) == self.diff.role(index)
        };
        match next {
            Some(ours) if same(*ours) => Ok(level.place),
            _ => {
                let why =
                    format!("`{}`: the next line is none that this could change", self.diff.text(index));
                Err(self.misfit(index, &why))
            }
        }
    }

    fn misfit(&self, index: usize, why: &str) -> Error {
        let line = self.diff.lines[index].number;
        Error { side: Side::Second, why: Why::Misfit { line, what: why.to_owned() } }
    }

    /// A line that is added must not bring a ref that is still there.
    fn refs_are_unique(&self) -> Result<(), Error> {
        let mut seen: FxHashMap<&str, ()> = FxHashMap::default();
        let mut kept: Vec<bool> = vec![false; self.base.lines.len()];
        for from in &self.out {
            if let From::Base(index) = from {
                kept[*index] = true;
            }
        }
        for (name, index) in &self.base.refs {
            if kept[*index] {
                seen.insert(name, ());
            }
        }
        let mut used: Vec<bool> = vec![false; self.diff.lines.len()];
        for from in &self.out {
            if let From::Diff(index) = from {
                used[*index] = true;
            }
        }
        let twice =
            self.diff.refs.iter().filter(|(name, index)| used[**index] && seen.contains_key(name.as_str()));
        match twice.min_by_key(|(_, index)| **index) {
            Some((name, index)) => {
                Err(self.misfit(*index, &format!("the ref \"#{name}\" is already on another element")))
            }
            None => Ok(()),
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let front = front::patched(&self.base.front, &self.diff.front);
        if !front.is_empty() {
            let lines: Vec<_> = front.iter().map(|(key, value)| meta_line(key, value)).collect();
            text.extend(["---\n", &lines.join("\n"), "\n---\n"]);
        }
        for from in &self.out {
            let (snapshot, index) = match from {
                From::Base(index) => (self.base, *index),
                From::Diff(index) => (self.diff, *index),
            };
            text.extend(std::iter::repeat_n(' ', (snapshot.lines[index].depth * STEP) as usize));
            text.extend([snapshot.text(index), "\n"]);
        }
        crate::canonical(&text)
    }
}
