//! Applying the fixes that are safe, until nothing changes any more.

use std::path::Path;
use std::sync::Arc;

use agmark_files::FileError;
use agmark_syntax::{Diagnostic, Document, Edit};
use rayon::prelude::*;

use super::of_all;
use crate::project::{Project, Subject};

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

/// Mends documents in memory; gives what is left in each, and how many findings were mended.
///
/// # Errors
/// When an `agmark.toml` is wrong.
pub fn rounds(
    project: &mut Project,
    subjects: &mut [Subject],
) -> anyhow::Result<(Vec<Vec<Diagnostic>>, Vec<usize>)> {
    let mut counts = vec![0; subjects.len()];
    let mut findings = of_all(project, subjects)?;
    for _ in 0..MAX_ROUNDS {
        let mended: Vec<Option<(Document, usize)>> =
            subjects.par_iter().zip(&findings).map(|(subject, findings)| mend(subject, findings)).collect();
        if mended.iter().all(Option::is_none) {
            break;
        }
        for ((subject, mended), all) in subjects.iter_mut().zip(mended).zip(&mut counts) {
            if let Some((document, count)) = mended {
                subject.document = document;
                project.update(subject);
                *all += count;
            }
        }
        findings = of_all(project, subjects)?;
    }
    Ok((findings, counts))
}

/// The document with the safe fixes of its findings applied, and how many these are.
fn mend(subject: &Subject, findings: &[Diagnostic]) -> Option<(Document, usize)> {
    let (edits, count) = choose(findings);
    if count == 0 {
        return None;
    }
    let text = subject.document.text().to_string();
    let mended = Edit::apply(&text, &edits);
    (mended != text).then(|| (Document::new(Arc::clone(subject.document.format()), &mended), count))
}

/// Edits of safe fixes, none of which meet: what is left out gets its turn in the next round.
fn choose(findings: &[Diagnostic]) -> (Vec<Edit>, usize) {
    let mut edits: Vec<Edit> = Vec::new();
    let (mut count, mut reach) = (0, None);
    for finding in findings {
        let Some(fix) = finding.fixes.iter().find(|fix| fix.safe) else { continue };
        // Findings come in the order of the text: most edits lie behind all that were taken.
        let free = |edit: &Edit| {
            reach.is_none_or(|reach| edit.span.start > reach)
                || !edits.iter().any(|taken| taken.span.meets(edit.span))
        };
        if !fix.edits.is_empty() && fix.edits.iter().all(free) {
            reach = fix.edits.iter().map(|edit| edit.span.end).chain(reach).max();
            edits.extend(fix.edits.iter().cloned());
            count += 1;
        }
    }
    (edits, count)
}

/// Writes the file, if it is still what was read.
fn write(subject: &Subject, before: &Document) -> Result<(), FileError> {
    let (before, after) = (before.text().to_string(), subject.document.text().to_string());
    agmark_files::replace(&subject.path, before, after)
}

#[cfg(test)]
mod tests {
    use agmark_syntax::{Rule, Severity, Span};

    use super::*;

    static RULE: Rule =
        Rule { code: "x/y", severity: Severity::Warning, summary: "", help: "", bad: &[], good: &[] };

    fn finding(edits: &[(usize, usize)], safe: bool) -> Diagnostic {
        let edits = edits.iter().map(|(a, b)| Edit::replace(Span::new(*a, *b), "x")).collect();
        let finding = RULE.at(Span::at(0), "");
        if safe { finding.fix("", edits) } else { finding.suggest("", edits) }
    }

    #[test]
    fn edits_that_meet_wait_for_the_next_round() {
        let findings = [
            finding(&[(0, 2), (8, 9)], true),
            finding(&[(1, 3)], true),
            finding(&[(2, 2)], true),
            finding(&[(4, 5), (9, 9)], true),
            finding(&[(4, 5)], true),
            finding(&[(6, 7)], false),
        ];
        let (edits, count) = choose(&findings);
        assert_eq!(count, 2);
        let spans: Vec<_> = edits.iter().map(|e| (e.span.start, e.span.end)).collect();
        assert_eq!(spans, [(0, 2), (8, 9), (4, 5)]);
    }
}
