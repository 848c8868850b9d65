//! The findings of several files.

use std::path::Path;

use agmark_files::Foreign;
use agmark_syntax::Diagnostic;
use rayon::prelude::*;

use crate::project::{Project, Subject};
use crate::report::{Checked, ReportedFile, exact};

/// The findings of each file, in the order of the files.
///
/// # Errors
/// When an `agmark.toml` is invalid.
pub fn of_all(project: &Project, subjects: &[Subject]) -> anyhow::Result<Vec<Vec<Diagnostic>>> {
    Ok(subjects.par_iter().map(|subject| project.findings(subject)).collect::<Result<_, _>>()?)
}

/// The files that have findings, as a report contains them.
pub fn by_file(subjects: Vec<Subject>, findings: Vec<Vec<Diagnostic>>, base: &Path) -> Vec<Checked> {
    let with = subjects.into_iter().zip(findings).filter(|(_, findings)| !findings.is_empty());
    with.map(|(subject, findings)| Checked { source: source(&subject, base), findings }).collect()
}

fn source(subject: &Subject, base: &Path) -> ReportedFile {
    let text = subject.document.text().clone();
    ReportedFile { path: subject.path.clone(), shown: Foreign(exact(&subject.path, base)), text }
}
