//! Applies fixes until nothing changes.

use std::hash::{Hash, Hasher};
use std::ops::{Add, AddAssign};
use std::path::Path;
use std::sync::Arc;

use agmark_files::FileError;
use agmark_syntax::{Diagnostic, Document, Edit, fixing};
use rayon::prelude::*;
use rustc_hash::FxHasher;

use super::{findings, unsafe_fixes};
use crate::log;
use crate::project::{Project, Subject};
use crate::report::counted;

/// A fix may lead to another finding with a fix. Rules that undo each other must end, too.
const MAX_ROUNDS: usize = 16;

/// Which fixes are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// Fixes that keep the meaning and all text of the author.
    Automatic,
    /// Also fixes that need a review, if a finding has exactly one fix.
    Unsafe,
}

/// The remaining findings, and what was fixed.
pub struct Outcome {
    /// The findings of each file that are left.
    pub findings: Vec<Vec<Diagnostic>>,
    pub fixed: Fixed,
}

/// What was fixed.
#[derive(Default)]
pub struct Fixed {
    pub count: FixCount,
    /// In how many files.
    pub files: usize,
    /// Why files could not be written.
    pub errors: Vec<(Arc<Path>, FileError)>,
}

/// How many findings were fixed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FixCount {
    pub all: usize,
    /// How many of them by unsafe fixes.
    pub by_unsafe: usize,
}

/// Fixes files on disk. Files depend on each other, so each round checks all of them again.
///
/// # Errors
/// When an `agmark.toml` is invalid.
pub fn files(project: &mut Project, subjects: &mut [Subject], safety: Safety) -> anyhow::Result<Outcome> {
    let before: Vec<Document> = subjects.iter().map(|subject| subject.document.clone()).collect();
    let (mut findings, counts) = rounds(project, subjects, safety)?;
    let mut fixed = Fixed::default();
    for ((subject, before), count) in subjects.iter_mut().zip(before).zip(counts) {
        if count.all == 0 {
            continue;
        }
        match write(subject, &before) {
            Ok(()) => {
                fixed.files += 1;
                fixed.count += count;
            }
            Err(error) => {
                fixed.errors.push((Arc::clone(&subject.path), error));
                subject.document = before;
                project.update(subject);
            }
        }
    }
    if !fixed.errors.is_empty() {
        findings = findings::of_all(project, subjects)?;
    }
    Ok(Outcome { findings, fixed })
}

/// Fixes documents in memory; returns the findings that are left in each, and how many were fixed.
///
/// # Errors
/// When an `agmark.toml` is invalid.
pub fn rounds(
    project: &mut Project,
    subjects: &mut [Subject],
    safety: Safety,
) -> anyhow::Result<(Vec<Vec<Diagnostic>>, Vec<FixCount>)> {
    let mut histories: Vec<History> = subjects.iter().map(|s| History::new(&s.document)).collect();
    let mut findings = findings::of_all(project, subjects)?;
    for _ in 0..MAX_ROUNDS {
        let all = subjects.par_iter().zip(&findings).zip(&histories);
        let fixed: Vec<Option<(Document, FixCount)>> = all
            .map(|((subject, found), past)| if past.ended { None } else { fix(subject, found, safety) })
            .collect();
        if fixed.iter().all(Option::is_none) {
            break;
        }
        for ((subject, fixed), history) in subjects.iter_mut().zip(fixed).zip(&mut histories) {
            if let Some((document, count)) = fixed {
                log::step(format_args!(
                    "{}: {} fixed",
                    subject.path.display(),
                    counted(count.all, "finding")
                ));
                history.add(&document, count);
                subject.document = document;
                project.update(subject);
            }
        }
        findings = findings::of_all(project, subjects)?;
    }
    Ok((findings, histories.iter().map(History::fixed).collect()))
}

/// The texts that a document had, so that fixes that undo each other come to an end.
struct History {
    /// The hash of each text, and how many findings were fixed until then.
    texts: Vec<(u64, FixCount)>,
    /// The document has a text that it had before. It stays there: the next run of `--fix` ends there, too.
    ended: bool,
}

impl History {
    fn new(document: &Document) -> Self {
        Self { texts: vec![(hash(document), FixCount::default())], ended: false }
    }

    fn add(&mut self, document: &Document, count: FixCount) {
        let hash = hash(document);
        if let Some(seen) = self.texts.iter().position(|(known, _)| *known == hash) {
            self.texts.truncate(seen + 1);
            self.ended = true;
        } else {
            self.texts.push((hash, self.fixed() + count));
        }
    }

    fn fixed(&self) -> FixCount {
        self.texts.last().map_or_else(FixCount::default, |(_, count)| *count)
    }
}

impl Add for FixCount {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { all: self.all + other.all, by_unsafe: self.by_unsafe + other.by_unsafe }
    }
}

impl AddAssign for FixCount {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

fn hash(document: &Document) -> u64 {
    let mut hasher = FxHasher::default();
    document.text().to_string().hash(&mut hasher);
    hasher.finish()
}

/// The document with the fixes of its findings applied, and how many these are. Unsafe fixes come after all automatic
/// ones.
fn fix(subject: &Subject, findings: &[Diagnostic], safety: Safety) -> Option<(Document, FixCount)> {
    let mut chosen = fixing::automatic(&subject.document, findings);
    let mut count = FixCount { all: chosen.findings, by_unsafe: 0 };
    if chosen.findings == 0 && safety == Safety::Unsafe {
        chosen = unsafe_fixes::choose(findings);
        count = FixCount { all: chosen.findings, by_unsafe: chosen.findings };
    }
    if chosen.findings == 0 {
        return None;
    }
    let text = subject.document.text().to_string();
    let fixed = Edit::apply(&text, &chosen.edits);
    let document = || Document::new(Arc::clone(subject.document.format()), &fixed);
    (fixed != text).then(|| (document(), count))
}

/// Writes the file, unless it has changed since it was read.
fn write(subject: &Subject, before: &Document) -> Result<(), FileError> {
    let (before, after) = (before.text().to_string(), subject.document.text().to_string());
    agmark_files::replace(&subject.path, before, after)?;
    log::step(format_args!("{}: written with its fixes", subject.path.display()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixes_that_undo_each_other_end_where_their_cycle_begins() {
        let registry = crate::formats::registry();
        let agd = registry.of_language("agd").expect("the program knows AGD");
        let document = |text: &str| Document::new(Arc::clone(&agd), text);
        let mut history = History::new(&document("@p x\n"));
        for (text, count) in [("@p a\n", 2), ("@p b\n", 1), ("@p a\n", 1)] {
            assert!(!history.ended);
            history.add(&document(text), FixCount { all: count, by_unsafe: 0 });
        }
        assert!(history.ended);
        assert_eq!(history.fixed().all, 2, "fixes within the cycle do not count");
    }
}
