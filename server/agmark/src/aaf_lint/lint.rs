//! Checks annotations and manifests.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use agmark_aaf::{Manifests, Pages};
use agmark_audit::Audited;
use agmark_audit::page_source::PageSource;
use agmark_files::Foreign;
use agmark_syntax::{AnyFormat, Diagnostic, Severity, Span};
use agmark_task::Stop;
use agmark_workspace::{ReadError, files, paths};
use anyhow::Context;

use super::args::Args;
use super::report_format::ReportFormat;
use super::server::{self, Visit};
use super::targets::is_address;
use super::{changed, schema};
use crate::formats;
use crate::interrupt;
use crate::output::OutputFormat;
use crate::program_name;
use crate::project::{Project, Subject};
use crate::report::{Checked, Report, Source, counted, exact, said_of, shown};
use crate::targets::{self, Gathered, Target};
use crate::terminal::{self, Look};

/// The name of the format.
const AAF: &str = "aaf";

/// The endings of files that may hold annotations, and of manifests.
const ENDINGS: &[&str] =
    &[".html", ".htm", ".jsx", ".tsx", ".js", ".ts", ".vue", ".svelte", "agent-manifest.json"];

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let working = std::env::current_dir()?;
    let mut project = Project::new(formats::registry(), working.clone());
    let mut work = Work {
        working: &working,
        subjects: Vec::new(),
        checked: 0,
        unreadable: false,
        missing: false,
        interrupted: false,
        fetched: None,
    };
    if let Some(manifest) = &args.manifest {
        work.one(&mut project, manifest, Arc::new(Manifests))?;
    }
    match &args.html {
        Some(address) if is_address(address) => work.fetched(&mut project, args, address)?,
        Some(page) => {
            server::none_of_its_flags(args, page)?;
            work.one(&mut project, Path::new(page), Arc::new(Pages))?;
        }
        None => server::none_of_its_flags(args, "files")?,
    }
    if work.interrupted {
        return Ok(ExitCode::from(interrupt::CODE));
    }
    let Gathered { targets, broken, .. } = gather(args, &project, &working)?;
    work.unreadable |= !broken.is_empty();
    work.all(&mut project, targets)?;
    let Work { subjects, checked, unreadable, missing, fetched, .. } = work;
    let mut files = Vec::new();
    // The manifest that --schema is for.
    let own = args.manifest.as_ref().map(|path| paths::absolute(path));
    for subject in &subjects {
        let findings = match (&args.schema, &own) {
            (Some(schema), Some(manifest)) if *subject.path == **manifest => {
                let settings = project.configs().nearest(&subject.path)?.settings(&subject.path);
                let manifest = subject.document.text().to_string();
                schema::findings(&schema::read(schema)?, &manifest, &settings)?
            }
            _ => project.findings(subject)?,
        };
        if !findings.is_empty() {
            let text = subject.document.text().clone();
            let address = fetched.as_ref().filter(|(path, _)| *path == subject.path);
            let shown =
                address.map_or_else(|| exact(&subject.path, &working), |(_, address)| address.clone());
            let source = Source { path: subject.path.clone(), shown: Foreign(shown), text };
            files.push(Checked { source, findings });
        }
    }
    files.sort_by(|a, b| a.source.path.cmp(&b.source.path));
    let report = Report::new(checked, files, working.clone());
    show(args.output_format, &report)?;
    let tally = report.tally();
    let failed = tally.errors > 0 || (args.deny_warnings && tally.warnings > 0);
    if missing && !program_name::is_aaf_lint() {
        return Ok(ExitCode::from(crate::UNUSABLE));
    }
    Ok(ExitCode::from(u8::from(failed || unreadable)))
}

/// What is checked.
struct Work<'a> {
    working: &'a Path,
    subjects: Vec<Subject>,
    checked: usize,
    /// Whether something that was named could not be read.
    unreadable: bool,
    /// Whether something that was named does not exist.
    missing: bool,
    /// Whether somebody wants the end.
    interrupted: bool,
    /// The page that came from a server: the path that stands for it, and its address.
    fetched: Option<(Arc<Path>, String)>,
}

impl Work<'_> {
    /// Takes one file for what it is said to be.
    fn one(&mut self, project: &mut Project, path: &Path, format: Arc<dyn AnyFormat>) -> anyhow::Result<()> {
        let path = paths::absolute(path);
        match files::read(&path) {
            Ok(text) => {
                self.subjects.push(project.take(path.into(), format, &text));
                self.checked += 1;
            }
            Err(error) => self.failed(&error),
        }
        Ok(())
    }

    /// Takes a page on a server.
    fn fetched(&mut self, project: &mut Project, args: &Args, address: &str) -> anyhow::Result<()> {
        let visit = Visit::new(args, address)?;
        let url = visit.entry.clone();
        let stop = Stop::default();
        interrupt::listen(&stop)?;
        let browser = match visit.browser(args, &stop) {
            Ok(browser) => browser,
            Err(why) => {
                terminal::complain(terminal::plain(&why.to_string()));
                self.unreadable = true;
                return Ok(());
            }
        };
        let got = match &browser {
            Some(browser) => browser.page(&url),
            None => visit.client.page(&url),
        };
        drop(browser);
        if stop.is_set() {
            self.interrupted = true;
            return Ok(());
        }
        match got {
            Ok(got) => {
                // It has the settings of the working folder.
                let path: Arc<Path> = self.working.join("page on a server.html").into();
                let secrets = visit.secrets();
                self.fetched = Some((Arc::clone(&path), secrets.mask(got.url.as_str())));
                let text = secrets.mask(got.text);
                self.subjects.push(project.take(path, Arc::new(Pages), &text));
                self.checked += 1;
            }
            Err(error) => {
                let said = visit.secrets().mask(format!("{url}: {error}"));
                terminal::complain(terminal::plain(&said));
                self.unreadable = true;
            }
        }
        Ok(())
    }

    /// Takes those of the files that take part.
    fn all(&mut self, project: &mut Project, mut targets: Vec<Target>) -> anyhow::Result<()> {
        targets.retain(|target| !self.subjects.iter().any(|taken| taken.path == target.path));
        let loaded = project.load(&targets);
        for error in &loaded.failed {
            self.failed(error);
        }
        for path in &loaded.foreign {
            left_alone(path, self.working);
        }
        let ours = loaded.subjects.into_iter().filter(|one| one.document.format().info().name == AAF);
        self.subjects.extend(ours);
        self.checked += loaded.ours;
        Ok(())
    }

    fn failed(&mut self, error: &ReadError) {
        terminal::complain(said_of(error.path(), error, self.working));
        self.missing |= matches!(error, ReadError::NotFound { .. });
        self.unreadable = true;
    }
}

/// The files that are meant.
fn gather(args: &Args, project: &Project, working: &Path) -> anyhow::Result<Gathered> {
    let listed = if args.stdin {
        listed(working)?
    } else if let Some(revision) = &args.changed {
        changed::files(working, revision)?
    } else if args.paths.is_empty() && args.html.is_none() && args.manifest.is_none() {
        vec![PathBuf::from(".")]
    } else {
        args.paths.clone()
    };
    // A list names whatever there is; a person names what is to be checked.
    let named = !args.stdin && args.changed.is_none();
    let gathered = targets::gather(&listed, project.registry(), project.configs());
    let mut gathered = gathered.with_settings(project.configs());
    gathered.complain(working);
    gathered.targets.retain(|target| {
        // What does not exist is told when it is read, whatever its name is.
        let kept = may_take_part(&target.path) || (named && target.named && !target.path.exists());
        if !kept && named && target.named {
            left_alone(&target.path, working);
        }
        kept
    });
    for target in &mut gathered.targets {
        target.named &= named || !target.path.exists();
    }
    Ok(gathered)
}

fn left_alone(path: &Path, working: &Path) {
    let name = shown(path, working);
    terminal::note(format_args!("{}: no annotations and no manifest, skipped", terminal::plain(&name)));
}

/// The files that standard input lists.
fn listed(working: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).context("standard input")?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    Ok(lines.map(|line| working.join(line)).collect())
}

fn may_take_part(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}

fn show(format: ReportFormat, report: &Report) -> anyhow::Result<()> {
    let look = Look::of_stdout();
    let mut out = terminal::stdout(look);
    let format = match format {
        ReportFormat::Text => OutputFormat::Full,
        ReportFormat::Json => OutputFormat::Json,
        ReportFormat::Sarif => OutputFormat::Sarif,
        ReportFormat::Github => OutputFormat::Github,
        ReportFormat::Html => {
            let written = agmark_audit::report::write(&to_read(report), agmark_audit::Format::Html, &mut out);
            terminal::unless_gone(written.and_then(|()| out.flush()))?;
            return Ok(());
        }
    };
    let mut write = || {
        format.write(report, look, &mut out)?;
        if format.is_for_people() && !terminal::is_quiet() {
            writeln!(out, "{}", summary(report))?;
        }
        out.flush()
    };
    terminal::unless_gone(write())?;
    Ok(())
}

/// The last line for people.
fn summary(report: &Report) -> String {
    let tally = report.tally();
    let parts = [
        (tally.errors, "error"),
        (tally.warnings, "warning"),
        (tally.informations, "note"),
        (tally.hints, "hint"),
    ];
    let parts: Vec<String> =
        parts.into_iter().filter(|(n, _)| *n > 0).map(|(n, word)| counted(n, word)).collect();
    let files = counted(report.checked, "file");
    if parts.is_empty() {
        format!("{files} checked: nothing to report")
    } else {
        format!("{files} checked: {}", parts.join(", "))
    }
}

/// The report as one that is read in a browser.
fn to_read(report: &Report) -> agmark_audit::Report {
    let mut readable = agmark_audit::Report::check();
    for file in &report.files {
        let text = file.source.text.to_string();
        let found = file.findings.iter().map(finding).collect();
        readable.take(Ok(Audited::checked(file.source.shown.0.clone(), &text, found)));
    }
    readable
}

fn finding(found: &Diagnostic) -> (String, Severity, String, Span) {
    (found.rule.code.to_owned(), found.severity, found.message.clone(), found.span)
}
