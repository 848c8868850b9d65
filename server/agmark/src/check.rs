//! `agmark check`: what is wrong in files, and what mends it.

mod fix;
mod stdin;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use agmark_files::{FileError, Foreign};
use agmark_syntax::{Diagnostic, Registry};
use rayon::prelude::*;

use crate::formats;
use crate::output::OutputFormat;
use crate::project::{Loaded, Project, Subject};
use crate::report::{Checked, Report, Source, Tally, counted, exact, said_of, shown};
use crate::targets::{self, Given};
use crate::terminal::{self, BOLD, DIM, GREEN, Look, RED, YELLOW};

const AFTER: &str = "\
    Folders are walked: ignore files are respected, `.well-known` and `.garyml` are included. A file \
    that is named is always checked. Other files of the workspace (the nearest folder above with an \
    `agmark.toml`, else with a `.git`) are read too, so that references into them are followed. Without \
    such a folder, up to 5000 files and folders around the file are looked at and up to 32 MiB of them read, \
    the nearest first; a note names what was not read.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER)]
pub struct Args {
    /// Files and folders; `-` is standard input, none the working folder
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The name of what comes from standard input: tells its format, and where it lies
    #[arg(long, value_name = "NAME")]
    stdin_path: Option<PathBuf>,
    /// How findings are written
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    output_format: OutputFormat,
    /// Apply the fixes that lose nothing and keep the meaning, and report what is left. Of standard input, the fixed text
    /// goes to standard output, the report to standard error
    #[arg(long)]
    fix: bool,
    /// Let warnings count as errors for the exit code
    #[arg(long)]
    deny_warnings: bool,
}

/// # Errors
/// Wrong usage, and an `agmark.toml` that is wrong.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    run_only(args, None)
}

/// Checks files of one language only, by its id: a file that is named is taken to be of it.
///
/// # Errors
/// As for [`run`].
pub fn run_only(args: &Args, only: Option<&'static str>) -> anyhow::Result<ExitCode> {
    match Given::new(&args.paths, args.stdin_path.as_deref())? {
        Given::StandardInput { name } => stdin::run(args, name.as_deref(), only),
        Given::Paths(paths) => check(args, &paths, only),
    }
}

fn check(args: &Args, paths: &[PathBuf], only: Option<&'static str>) -> anyhow::Result<ExitCode> {
    let working = std::env::current_dir()?;
    let mut project = Project::new(formats::registry(), working.clone()).only(only);
    let gathered = targets::gather(paths, project.registry(), project.configs());
    let gathered = gathered.with_settings(project.configs());
    let broken = gathered.complain(&working);
    let targets = gathered.targets;
    let Loaded { ours, mut subjects, foreign, failed } = project.load(&targets);
    if args.fix {
        targets.iter().for_each(|target| agmark_files::tidy(&target.path));
    }
    let (findings, mended) = if args.fix {
        let mended = fix::all(&mut project, &mut subjects)?;
        (mended.findings, Some(mended.fixed))
    } else {
        (of_all(&project, &subjects)?, None)
    };
    let (mut unreadable, mut conflict) = (broken || !failed.is_empty(), false);
    if let Some(fixed) = &mended {
        for (path, error) in &fixed.errors {
            terminal::complain(said_of(path, error, &working));
            match error {
                // Somebody saved it meanwhile: another run does it.
                FileError::Changed { .. } => conflict = true,
                _ => unreadable = true,
            }
        }
    }
    for error in failed {
        terminal::complain(said_of(error.path(), &error, &working));
    }
    for path in foreign {
        if project.registry().may_be_ours(&path) {
            left_alone(project.registry(), &path, &working, only);
        } else {
            terminal::complain(targets::unknown(project.registry(), &shown(&path, &working)));
            unreadable = true;
        }
    }
    say_left(&project, &working);
    let report = Report::new(ours, checked(subjects, findings, &working), working);
    let look = Look::of_stdout();
    let mut out = terminal::stdout(look);
    let mut write = || {
        args.output_format.write(&report, look, &mut out)?;
        if args.output_format.is_for_people() {
            writeln!(out, "{}", summary(&report, mended.as_ref(), look))?;
        }
        out.flush()
    };
    terminal::unless_gone(write())?;
    if conflict && !unreadable {
        return Ok(ExitCode::FAILURE);
    }
    Ok(exit_code(args, report.tally(), unreadable))
}

/// The findings of each file, in the order of the files.
fn of_all(project: &Project, subjects: &[Subject]) -> anyhow::Result<Vec<Vec<Diagnostic>>> {
    Ok(subjects.par_iter().map(|subject| project.findings(subject)).collect::<Result<_, _>>()?)
}

fn checked(subjects: Vec<Subject>, findings: Vec<Vec<Diagnostic>>, base: &Path) -> Vec<Checked> {
    let with = subjects.into_iter().zip(findings).filter(|(_, findings)| !findings.is_empty());
    with.map(|(subject, findings)| Checked { source: source(&subject, base), findings }).collect()
}

fn source(subject: &Subject, base: &Path) -> Source {
    let text = subject.document.text().clone();
    Source { path: subject.path.clone(), shown: Foreign(exact(&subject.path, base)), text }
}

/// Plain Markdown, HTML and JSON are other people's, and no mistake.
fn left_alone(registry: &Registry, path: &Path, base: &Path, only: Option<&str>) {
    let shown = shown(path, base);
    match only {
        Some(language) => terminal::note(format_args!("{shown}: not {language}, left alone")),
        None => {
            terminal::note(format_args!("{shown}: {}, left alone", targets::other_format(registry, path)))
        }
    }
}

/// Says what was not read around the files that were checked.
fn say_left(project: &Project, base: &Path) {
    const NAMED: usize = 3;
    let left = project.left();
    if left.is_empty() {
        return;
    }
    let named: Vec<_> = left.iter().take(NAMED).map(|path| shown(path, base)).collect();
    let more = left.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    terminal::note(format_args!(
        "not read: {}{more}: this folder is too large, and it is not a workspace. Findings that need other files \
         are left out. To read all of them, put an `agmark.toml` into the folder of the workspace",
        named.join(", ")
    ));
}

fn exit_code(args: &Args, tally: Tally, unreadable: bool) -> ExitCode {
    let failed = tally.errors > 0 || (args.deny_warnings && tally.warnings > 0);
    ExitCode::from(if unreadable { crate::UNUSABLE } else { u8::from(failed) })
}

/// The last line for people: how much there is, and what can be done.
fn summary(report: &Report, fixed: Option<&fix::Fixed>, look: Look) -> String {
    let tally = report.tally();
    let mut parts = Vec::new();
    for (n, word, style) in [
        (tally.errors, "error", RED),
        (tally.warnings, "warning", YELLOW),
        (tally.informations, "note", BOLD),
        (tally.hints, "hint", DIM),
    ] {
        if n > 0 {
            parts.push(look.paint(style, counted(n, word)));
        }
    }
    let files = counted(report.checked, "file");
    let mut line = match (parts.is_empty(), report.checked) {
        (true, 0) => "no file of agmark's formats here".to_owned(),
        (true, _) => format!("{files} checked: {}", look.paint(GREEN, "nothing found")),
        (false, _) => format!("{files} checked: {}", parts.join(", ")),
    };
    if let Some(fixed) = fixed
        && fixed.findings > 0
    {
        line.push_str(&format!("; {} fixed in {}", fixed.findings, counted(fixed.files, "file")));
    }
    if tally.fixable > 0 && fixed.is_none() {
        line.push_str(&format!("; --fix mends {}", tally.fixable));
    }
    if !parts.is_empty() {
        line.push_str("; `agmark explain RULE` tells more");
    }
    line
}
