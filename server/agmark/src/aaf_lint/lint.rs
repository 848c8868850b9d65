//! Checks annotations and manifests.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use agmark_aaf::{Manifests, Pages};
use agmark_audit::http::is_address;
use agmark_audit::page_source::PageSource;
use agmark_audit::{Audited, PageSettings};
use agmark_files::Foreign;
use agmark_syntax::{AnyFormat, Diagnostic, Severity, Span};
use agmark_task::Stop;
use agmark_workspace::{ReadError, files, paths};
use anyhow::Context;

use super::args::Args;
use super::report_format::ReportFormat;
use super::server::{self, Visit};
use super::{changed, schema};
use crate::formats;
use crate::interrupt;
use crate::output::OutputFormat;
use crate::program_name;
use crate::project::{Project, Subject};
use crate::report::{Checked, Report, ReportedFile, counted, exact, file_message, shown};
use crate::targets::{self, Gathered, Target};
use crate::terminal::{self, Look};

/// The name of the format.
const AAF: &str = "aaf";

/// The file extensions of sources that can contain annotations, and the name of manifests.
const ENDINGS: &[&str] =
    &[".html", ".htm", ".jsx", ".tsx", ".js", ".ts", ".vue", ".svelte", "agent-manifest.json"];

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let working = std::env::current_dir()?;
    let mut project = Project::new(formats::registry(), working.clone());
    let mut files_to_check = CheckedFiles {
        working: &working,
        subjects: Vec::new(),
        checked: 0,
        unreadable: false,
        missing: false,
        interrupted: false,
        fetched: None,
    };
    if let Some(manifest) = &args.manifest {
        files_to_check.one(&mut project, manifest, Arc::new(Manifests))?;
    }
    match &args.html {
        Some(address) if is_address(address) => files_to_check.fetched(&mut project, args, address)?,
        Some(page) => {
            server::none_of_its_flags(args, page)?;
            files_to_check.one(&mut project, Path::new(page), Arc::new(Pages))?;
        }
        None => server::none_of_its_flags(args, "files")?,
    }
    if files_to_check.interrupted {
        return Ok(ExitCode::from(interrupt::CODE));
    }
    let Gathered { targets, broken, .. } = gather(args, &project, &working)?;
    files_to_check.unreadable |= !broken.is_empty();
    files_to_check.all(&mut project, targets)?;
    let CheckedFiles { subjects, checked, unreadable, missing, fetched, .. } = files_to_check;
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
            let source = ReportedFile { path: subject.path.clone(), shown: Foreign(shown), text };
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

/// The files to check, and their state.
struct CheckedFiles<'a> {
    working: &'a Path,
    subjects: Vec<Subject>,
    checked: usize,
    /// Whether a named file could not be read.
    unreadable: bool,
    /// Whether a named file does not exist.
    missing: bool,
    /// Whether the user interrupted the command.
    interrupted: bool,
    /// The page from a server: the path that represents it, and its address.
    fetched: Option<(Arc<Path>, String)>,
}

impl CheckedFiles<'_> {
    /// Reads one file in the given format.
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

    /// Fetches a page from a server.
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
                let path: Arc<Path> = self.working.join(PageSettings::SERVER_PAGE).into();
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

    /// Reads the files that can contain annotations or a manifest.
    fn all(&mut self, project: &mut Project, mut targets: Vec<Target>) -> anyhow::Result<()> {
        targets.retain(|target| !self.subjects.iter().any(|taken| taken.path == target.path));
        let loaded = project.load(&targets);
        for error in &loaded.failed {
            self.failed(error);
        }
        for path in &loaded.foreign {
            note_skipped(path, self.working);
        }
        let ours = loaded.subjects.into_iter().filter(|one| one.document.format().info().name == AAF);
        self.subjects.extend(ours);
        self.checked += loaded.ours;
        Ok(())
    }

    fn failed(&mut self, error: &ReadError) {
        terminal::complain(file_message(error.path(), error, self.working));
        self.missing |= matches!(error, ReadError::NotFound { .. });
        self.unreadable = true;
    }
}

/// The files to check.
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
    // A list can name any files; files on the command line are meant to be checked.
    let named = !args.stdin && args.changed.is_none();
    let gathered = targets::gather(&listed, project.registry(), project.configs());
    let mut gathered = gathered.with_settings(project.configs());
    gathered.complain(working);
    gathered.targets.retain(|target| {
        // A missing file is reported when it is read, whatever its name is.
        let kept = may_take_part(&target.path) || (named && target.named && !target.path.exists());
        if !kept && named && target.named {
            note_skipped(&target.path, working);
        }
        kept
    });
    for target in &mut gathered.targets {
        target.named &= named || !target.path.exists();
    }
    Ok(gathered)
}

fn note_skipped(path: &Path, working: &Path) {
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
            let written =
                agmark_audit::report::write(&html_report(report), agmark_audit::Format::Html, &mut out);
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
fn html_report(report: &Report) -> agmark_audit::Report {
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
