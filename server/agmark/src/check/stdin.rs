//! Checks the text on standard input.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use agmark_workspace::paths;

use super::args::Args;
use super::fix::{FixCount, Fixed};
use super::{findings, fix, notes, summary};
use crate::project::{Project, Subject};
use crate::report::Report;
use crate::selection::Selection;
use crate::terminal::{self, Look};
use crate::{formats, stdin};

/// How a text without a name is shown in findings.
const NAMELESS: &str = "-";

/// # Errors
/// When the text cannot be read, its format is unknown, or a rule is unknown.
pub fn run(args: &Args, name: Option<&Path>, only: Option<&'static str>) -> anyhow::Result<ExitCode> {
    let working = std::env::current_dir()?;
    let registry = formats::registry();
    let selection = Selection::new(&registry, &args.select, &args.ignore)?;
    let text = stdin::read()?;
    let format = match only.and_then(|language| registry.of_language(language)) {
        Some(format) => Some(format),
        None => stdin::format_of(&registry, name, &text)?,
    };
    let mut project = Project::new(registry, working.clone()).checking(selection);
    let path = name.map_or_else(|| working.join(NAMELESS), paths::absolute);
    let mut subjects: Vec<Subject> = match format {
        Some(format) => vec![project.take(path.as_path().into(), format, &text)],
        None => project.take_surrounded(path.as_path().into(), &text).into_iter().collect(),
    };
    if subjects.is_empty() {
        notes::skipped(project.registry(), &path, &working, only);
    }
    let count = subjects.len();
    let mut fixed = None;
    let findings = if args.fix {
        let (findings, counts) = fix::rounds(&mut project, &mut subjects, args.safety())?;
        match subjects.first() {
            Some(subject) => terminal::print(subject.document.text())?,
            None => terminal::print(&text)?,
        }
        let count = counts.into_iter().fold(FixCount::default(), |all, one| all + one);
        fixed = Some(Fixed { count, files: usize::from(count.all > 0), errors: Vec::new() });
        findings
    } else {
        findings::of_all(&project, &subjects)?
    };
    notes::unread(&project, &working);
    let report = Report::new(count, findings::by_file(subjects, findings, &working), working);
    let write = |look: Look, out: &mut dyn Write| summary::write(args, &report, fixed.as_ref(), look, out);
    // With --fix, standard output contains the fixed text only.
    let written = if args.fix {
        let look = Look::of_stderr();
        write(look, &mut terminal::stderr(look))
    } else {
        let look = Look::of_stdout();
        write(look, &mut terminal::stdout(look))
    };
    terminal::unless_gone(written)?;
    Ok(summary::exit_code(args, report.tally(), false))
}
