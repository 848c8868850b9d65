//! Scores pages.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use agmark_aaf::coverage::Category;
use agmark_audit::crawl::{Audit, Progress, Reach};
use agmark_audit::files::{self, AuditFolders};
use agmark_audit::http::{Secrets, bare_address, is_address};
use agmark_audit::llms_txt::Llms;
use agmark_audit::manifest::{self, ManifestFile};
use agmark_audit::options::Devtools;
use agmark_audit::report::Scope;
use agmark_audit::robots::Obey;
use agmark_audit::{Options, PageSettings, Report};
use agmark_syntax::Severity;
use agmark_task::{Stop, Watch};
use agmark_workspace::{ConfigError, Configs, ReadError, paths};
use anyhow::bail;

use super::args::Args;
use super::server::{self, Visit};
use super::{audit_report, schema};
use crate::formats;
use crate::interrupt;
use crate::log;
use crate::program_name;
use crate::report::{counted, in_config};
use crate::roots;
use crate::terminal::{self, Look, plain};

pub fn run(args: &Args, target: &str) -> anyhow::Result<ExitCode> {
    let working = std::env::current_dir()?;
    let configs = Arc::new(Configs::new(formats::registry()));
    let broken = broken(target, &working, &configs)?;
    broken.iter().for_each(|error| terminal::complain(in_config(error)));
    let Some(mut options) = options(args, &working)? else { return Ok(ExitCode::FAILURE) };
    options.settings = settings(configs, working.clone());
    let report = match is_address(target) {
        true => match on_server(args, target, &options)? {
            Ended::Done(report) => report,
            Ended::Interrupted => return Ok(ExitCode::from(interrupt::CODE)),
            Ended::NoBrowser(why) => {
                terminal::complain(plain(&why));
                return Ok(ExitCode::FAILURE);
            }
        },
        false => in_files(args, target, &options, &working)?,
    };
    logged(&report);
    let shown = show(args, &report);
    if !broken.is_empty() && !program_name::is_aaf_lint() {
        return Ok(ExitCode::from(crate::UNUSABLE));
    }
    Ok(if shown == ExitCode::SUCCESS { exit_code(args, &report) } else { shown })
}

/// The invalid configurations of the pages of a folder: these pages are left out.
///
/// # Errors
/// For one page, its own.
fn broken(target: &str, working: &Path, configs: &Configs) -> Result<Vec<ConfigError>, ConfigError> {
    let path = match is_address(target) {
        true => on_a_server(working),
        false => paths::absolute(Path::new(target)),
    };
    if !path.is_dir() {
        return configs.nearest(&path).map(|_| Vec::new());
    }
    let mut broken: Vec<ConfigError> = Vec::new();
    for error in
        files::pages(&path, &PageSettings::default()).iter().filter_map(|page| configs.nearest(page).err())
    {
        if !broken.contains(&error) {
            broken.push(error);
        }
    }
    Ok(broken)
}

/// The settings of each page. Pages on a server have the settings of the working folder.
pub fn settings(configs: Arc<Configs>, working: PathBuf) -> PageSettings {
    let excludes = Arc::clone(&configs);
    PageSettings::new(move |path| {
        let path = path.map_or_else(|| on_a_server(&working), Path::to_owned);
        match configs.nearest(&path) {
            Ok(config) => Ok(config.settings(&path)),
            Err(error) => Err(format!("not audited, for its settings are invalid: {}", in_config(&error))),
        }
    })
    .without(move |path| excludes.nearest(path).is_ok_and(|config| config.is_excluded(path)))
}

fn on_a_server(working: &Path) -> PathBuf {
    working.join(PageSettings::SERVER_PAGE)
}

/// Logs the progress of an audit.
struct ProgressLog<'a>(&'a Secrets);

impl Watch<Progress> for ProgressLog<'_> {
    fn on(&self, event: Progress) {
        let Progress { done, known, page } = event;
        log::step(self.0.mask(format!("{done} of {known}: {page}")));
    }
}

/// Logs the result of an audit.
fn logged(report: &Report) {
    for page in &report.pages {
        let score = page.score().map_or_else(|| "no score".to_owned(), |score| format!("{score}/100"));
        log::step(format_args!("{}: {score}, {}", page.name, counted(page.findings.len(), "finding")));
    }
    for failed in &report.failed {
        log::step(format_args!("{}: {}", failed.name, failed.reason));
    }
}

/// How an audit of pages on a server ended.
enum Ended {
    Done(Report),
    Interrupted,
    NoBrowser(String),
}

fn in_files(args: &Args, target: &str, options: &Options, working: &Path) -> anyhow::Result<Report> {
    if args.audit_pages.is_some() {
        bail!("--audit-pages {}: not an address: write it as in https://example.com/", bare_address(target));
    }
    server::none_of_its_flags(args, target)?;
    let path = paths::absolute(Path::new(target));
    if !path.exists() {
        return Err(ReadError::NotFound { path: target.into() }.into());
    }
    log::step(format_args!("auditing {}", path.display()));
    let root = roots::root(&path, working);
    let own = if path.is_dir() { Some(path.as_path()) } else { path.parent() };
    let root = root.as_deref().or(own).unwrap_or(&path);
    let place = AuditFolders { shown_from: working, root, may_read: &|_| true };
    Ok(if path.is_dir() {
        files::audit_folder(&path, &place, options)
    } else {
        files::audit_page(&path, &place, options)
    })
}

fn on_server(args: &Args, target: &str, options: &Options) -> anyhow::Result<Ended> {
    let visit = Visit::new(args, target)?;
    let stop = Stop::default();
    interrupt::listen(&stop)?;
    let secrets = visit.secrets();
    let progress = ProgressLog(&secrets);
    log::step(secrets.mask(format!("auditing {}", visit.entry)));
    let mut audit = Audit::new(&visit.client, options).watched(&progress, &stop);
    let browser = match visit.browser(args, &stop) {
        Ok(browser) => browser,
        Err(why) => return Ok(Ended::NoBrowser(why.to_string())),
    };
    if let Some(browser) = &browser {
        audit = audit.pages_from(browser.clone());
    }
    let robots = if args.ignore_robots { Obey::Nowhere } else { Obey::Remote };
    let reach = Reach { depth: args.depth, pages: args.max_pages, at_once: args.concurrency, robots };
    let mut report = match &options.manifest {
        Some(manifest) if args.audit_pages.is_some() => audit.routes(&visit.entry, manifest, reach),
        _ if args.crawl => audit.site(&visit.entry, reach),
        _ => audit.page(&visit.entry),
    };
    if let Some(browser) = browser {
        browser.close();
    }
    if stop.is_set() {
        return Ok(Ended::Interrupted);
    }
    if args.check_llms_txt {
        report.llms = Some(Llms::fetch(&visit.client, &visit.entry));
    }
    Ok(Ended::Done(report.without(&visit.secrets())))
}

/// The options of the audit; none if the manifest cannot be read, which is reported.
fn options(args: &Args, working: &Path) -> anyhow::Result<Option<Options>> {
    let mut options = Options { exclude: args.exclude.clone(), ..Options::default() };
    options.also.extend(args.safety.then_some(Category::Safety));
    options.also.extend(args.navigation.then_some(Category::Navigation));
    if args.no_strip_devtools {
        options.devtools = Devtools::Kept;
    }
    if let Some(manifest) = &args.manifest {
        if !manifest.exists() {
            return Err(ReadError::NotFound { path: manifest.clone() }.into());
        }
        let Some(mut given) = given(manifest, working) else { return Ok(None) };
        if let Some(schema) = &args.schema {
            let judged = schema::read(schema)?.check(&given.text)?;
            given.contract = given.contract.judged(judged);
        }
        options.manifest = Some(given);
    }
    Ok(Some(options))
}

fn given(manifest: &Path, working: &Path) -> Option<ManifestFile> {
    let path = paths::absolute(manifest);
    let read = manifest::read(&path, files::shown(&path, working));
    read.map_err(|reason| terminal::complain(plain(&reason))).ok()
}

/// Writes the report. If standard output fails, it is written to standard error, because a crawl can take minutes.
fn show(args: &Args, report: &Report) -> ExitCode {
    for failed in report.failed.iter().filter(|failed| failed.named) {
        terminal::complain(format_args!("{}: {}", plain(&failed.name), plain(&failed.reason)));
    }
    if report.scope == Scope::Site && report.pages.is_empty() && report.failed.is_empty() {
        terminal::warn(
            "no pages found: the file name of a page ends in .html or .htm, and no setting excludes it",
        );
    }
    let mut out = terminal::stdout(Look::of_stdout());
    let written = audit_report::write(report, args.output_format, &mut out).and_then(|()| out.flush());
    let Err(error) = terminal::unless_gone(written) else { return ExitCode::SUCCESS };
    terminal::complain(format_args!("standard output cannot be written: {error}. The report is:"));
    let mut out = terminal::stderr(Look::of_stderr());
    // If standard error cannot be written either, there is no way to report it.
    let _ = audit_report::write(report, args.output_format, &mut out).and_then(|()| out.flush());
    ExitCode::FAILURE
}

fn exit_code(args: &Args, report: &Report) -> ExitCode {
    let unreadable = report.failed.iter().any(|failed| failed.named);
    let denied = args.deny_warnings && report.count(Severity::Warning) > 0;
    let low = report.score().is_some_and(|score| score < args.min_score);
    ExitCode::from(u8::from(unreadable || denied || low || report.count(Severity::Error) > 0))
}
