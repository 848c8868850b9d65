//! Checking what comes from standard input.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use agmark_workspace::paths;

use super::{Args, checked, exit_code, fix, left_alone, of_all, say_left, summary};
use crate::project::{Project, Subject};
use crate::report::Report;
use crate::terminal::{self, Look};
use crate::{formats, stdin};

/// The name of a text that has none, where findings are shown.
const NAMELESS: &str = "-";

/// # Errors
/// When the text cannot be read, or its format not be told.
pub fn run(args: &Args, name: Option<&Path>, only: Option<&'static str>) -> anyhow::Result<ExitCode> {
    let working = std::env::current_dir()?;
    let registry = formats::registry();
    let text = stdin::read()?;
    let format = match only.and_then(|language| registry.of_language(language)) {
        Some(format) => Some(format),
        None => stdin::format_of(&registry, name, &text)?,
    };
    let mut project = Project::new(registry, working.clone());
    let path = name.map_or_else(|| working.join(NAMELESS), paths::absolute);
    let mut subjects: Vec<Subject> = match format {
        Some(format) => vec![project.take(path.into(), format, &text)],
        None => {
            left_alone(project.registry(), &path, &working, only);
            Vec::new()
        }
    };
    let count = subjects.len();
    let mut fixed = None;
    let findings = if args.fix {
        let (findings, counts) = fix::rounds(&mut project, &mut subjects)?;
        match subjects.first() {
            Some(subject) => terminal::print(subject.document.text())?,
            None => terminal::print(&text)?,
        }
        let mended = counts.iter().sum();
        fixed = Some(fix::Fixed { findings: mended, files: usize::from(mended > 0), errors: Vec::new() });
        findings
    } else {
        of_all(&project, &subjects)?
    };
    say_left(&project, &working);
    let report = Report::new(count, checked(subjects, findings, &working), working);
    let write = |look: Look, out: &mut dyn Write| {
        args.output_format.write(&report, look, out)?;
        if args.output_format.is_for_people() {
            writeln!(out, "{}", summary(&report, fixed.as_ref(), look))?;
        }
        out.flush()
    };
    // The mended text has standard output for itself.
    let written = if args.fix {
        let look = Look::of_stderr();
        write(look, &mut terminal::stderr(look))
    } else {
        let look = Look::of_stdout();
        write(look, &mut terminal::stdout(look))
    };
    terminal::unless_gone(written)?;
    Ok(exit_code(args, report.tally(), false))
}
