//! Applying the automatic fixes, until nothing changes any more.

use std::hash::{Hash, Hasher};
use std::path::Path;
use std::sync::Arc;

use agmark_files::FileError;
use agmark_syntax::{Diagnostic, Document, Edit, fixing};
use rayon::prelude::*;
use rustc_hash::FxHasher;

use super::of_all;
use crate::log;
use crate::project::{Project, Subject};
use crate::report::counted;

/// A fix may bring up another finding with a fix. Rules that undo each other must end, too.
const MAX_ROUNDS: usize = 16;

/// What is left, and what was done.
pub struct Mended {
    /// The findings of each file that are left.
    pub findings: Vec<Vec<Diagnostic>>,
    pub fixed: Fixed,
}

/// What was done.
#[derive(Default)]
pub struct Fixed {
    /// How many findings were mended.
    pub findings: usize,
    /// In how many files.
    pub files: usize,
    /// Why files could not be written.
    pub errors: Vec<(Arc<Path>, FileError)>,
}

/// Mends files on disk. What one file says may mend or break another, so all are asked again each round.
///
/// # Errors
/// When an `agmark.toml` is wrong.
pub fn all(project: &mut Project, subjects: &mut [Subject]) -> anyhow::Result<Mended> {
    let before: Vec<Document> = subjects.iter().map(|subject| subject.document.clone()).collect();
    let (mut findings, counts) = rounds(project, subjects)?;
    let mut fixed = Fixed::default();
    for ((subject, before), count) in subjects.iter_mut().zip(before).zip(counts) {
        if count == 0 {
            continue;
        }
        match write(subject, &before) {
            Ok(()) => {
                fixed.files += 1;
                fixed.findings += count;
            }
            Err(error) => {
                fixed.errors.push((Arc::clone(&subject.path), error));
                subject.document = before;
                project.update(subject);
            }
        }
    }
    if !fixed.errors.is_empty() {
        findings = of_all(project, subjects)?;
    }
    Ok(Mended { findings, fixed })
}

/// Fixes documents in memory; gives what is left in each, and how many findings were fixed.
///
/// # Errors
/// When an `agmark.toml` is wrong.
pub fn rounds(
    project: &mut Project,
    subjects: &mut [Subject],
) -> anyhow::Result<(Vec<Vec<Diagnostic>>, Vec<usize>)> {
    let mut histories: Vec<History> = subjects.iter().map(|s| History::new(&s.document)).collect();
    let mut findings = of_all(project, subjects)?;
    for _ in 0..MAX_ROUNDS {
        let all = subjects.par_iter().zip(&findings).zip(&histories);
        let fixed: Vec<Option<(Document, usize)>> =
            all.map(|((subject, found), past)| if past.ended { None } else { fix(subject, found) }).collect();
        if fixed.iter().all(Option::is_none) {
            break;
        }
        for ((subject, fixed), history) in subjects.iter_mut().zip(fixed).zip(&mut histories) {
            if let Some((document, count)) = fixed {
                log::step(format_args!("{}: {} fixed", subject.path.display(), counted(count, "finding")));
                history.add(&document, count);
                subject.document = document;
                project.update(subject);
            }
        }
        findings = of_all(project, subjects)?;
    }
    Ok((findings, histories.iter().map(History::fixed).collect()))
}

/// The texts that a document had, so that fixes that undo each other come to an end.
struct History {
    /// The hash of each text, and how many findings were fixed until then.
    texts: Vec<(u64, usize)>,
    /// The document came back to a text that it had. It stays there: where a circle begins is where the next run of
    /// `--fix` ends too.
    ended: bool,
}

impl History {
    fn new(document: &Document) -> Self {
        Self { texts: vec![(hash(document), 0)], ended: false }
    }

    fn add(&mut self, document: &Document, count: usize) {
        let hash = hash(document);
        if let Some(seen) = self.texts.iter().position(|(known, _)| *known == hash) {
            self.texts.truncate(seen + 1);
            self.ended = true;
        } else {
            self.texts.push((hash, self.fixed() + count));
        }
    }

    fn fixed(&self) -> usize {
        self.texts.last().map_or(0, |(_, count)| *count)
    }
}

fn hash(document: &Document) -> u64 {
    let mut hasher = FxHasher::default();
    document.text().to_string().hash(&mut hasher);
    hasher.finish()
}

/// The document with the automatic fixes of its findings applied, and how many these are.
fn fix(subject: &Subject, findings: &[Diagnostic]) -> Option<(Document, usize)> {
    let chosen = fixing::automatic(&subject.document, findings);
    if chosen.findings == 0 {
        return None;
    }
    let text = subject.document.text().to_string();
    let fixed = Edit::apply(&text, &chosen.edits);
    let document = || Document::new(Arc::clone(subject.document.format()), &fixed);
    (fixed != text).then(|| (document(), chosen.findings))
}

/// Writes the file, if it is still what was read.
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
    fn fixes_that_undo_each_other_end_where_their_circle_begins() {
        let registry = crate::formats::registry();
        let agd = registry.of_language("agd").expect("the program knows AGD");
        let document = |text: &str| Document::new(Arc::clone(&agd), text);
        let mut history = History::new(&document("@p x\n"));
        for (text, count) in [("@p a\n", 2), ("@p b\n", 1), ("@p a\n", 1)] {
            assert!(!history.ended);
            history.add(&document(text), count);
        }
        assert!(history.ended);
        assert_eq!(history.fixed(), 2, "what the circle fixes is fixed by nobody");
    }
}
