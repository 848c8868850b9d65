//! Checks files and folders.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use agmark_files::FileError;
use agmark_workspace::ReadError;

use super::args::Args;
use super::fix::{Fixed, Outcome};
use super::{findings, fix, notes, summary};
use crate::project::{Loaded, Project};
use crate::report::{Report, file_message, shown};
use crate::selection::Selection;
use crate::terminal::{self, Look};
use crate::{formats, targets};

/// # Errors
/// When a rule is unknown, an `agmark.toml` is invalid or standard output cannot be written.
pub fn run(args: &Args, paths: &[PathBuf], only: Option<&'static str>) -> anyhow::Result<ExitCode> {
    let working = std::env::current_dir()?;
    let registry = formats::registry();
    let selection = Selection::new(&registry, &args.select, &args.ignore)?;
    let mut project = Project::new(registry, working.clone()).only(only).checking(selection);
    let gathered = targets::gather(paths, project.registry(), project.configs());
    let gathered = gathered.with_settings(project.configs());
    let broken = gathered.complain(&working);
    let targets = gathered.targets;
    let Loaded { ours, mut subjects, foreign, failed } = project.load(&targets);
    let (findings, fixed) = if args.fix {
        targets.iter().for_each(|target| agmark_files::tidy(&target.path));
        let Outcome { findings, fixed } = fix::files(&mut project, &mut subjects, args.safety())?;
        (findings, Some(fixed))
    } else {
        (findings::of_all(&project, &subjects)?, None)
    };
    let written = fixed.as_ref().map_or_else(Written::default, |fixed| unwritten(fixed, &working));
    let unread = unreadable(&project, failed, foreign, &working, only);
    let unusable = broken || unread || written.failed;
    notes::unread(&project, &working);
    let report = Report::new(ours, findings::by_file(subjects, findings, &working), working);
    let look = Look::of_stdout();
    let mut out = terminal::stdout(look);
    terminal::unless_gone(summary::write(args, &report, fixed.as_ref(), look, &mut out))?;
    if written.conflict && !unusable {
        return Ok(ExitCode::FAILURE);
    }
    Ok(summary::exit_code(args, report.tally(), unusable))
}

/// What went wrong with writing.
#[derive(Clone, Copy, Default)]
struct Written {
    /// A file changed after it was read: another run fixes it.
    conflict: bool,
    failed: bool,
}

/// Reports files that could not be written.
fn unwritten(fixed: &Fixed, working: &Path) -> Written {
    let mut written = Written::default();
    for (path, error) in &fixed.errors {
        terminal::complain(file_message(path, error, working));
        match error {
            FileError::Changed { .. } => written.conflict = true,
            _ => written.failed = true,
        }
    }
    written
}

/// Reports named files that could not be read or have no known format; returns whether there are any.
fn unreadable(
    project: &Project,
    failed: Vec<ReadError>,
    foreign: Vec<Arc<Path>>,
    working: &Path,
    only: Option<&str>,
) -> bool {
    let mut unreadable = !failed.is_empty();
    for error in failed {
        terminal::complain(file_message(error.path(), &error, working));
    }
    for path in foreign {
        if project.registry().may_be_ours(&path) {
            notes::skipped(project.registry(), &path, working, only);
        } else {
            terminal::complain(targets::unknown(project.registry(), &shown(&path, working)));
            unreadable = true;
        }
    }
    unreadable
}
