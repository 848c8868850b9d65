//! Scores pages.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use agmark_aaf::coverage::Category;
use agmark_audit::contract::{self, Given};
use agmark_audit::crawl::{self, Reach};
use agmark_audit::files::{self, Place};
use agmark_audit::llms::Llms;
use agmark_audit::options::Devtools;
use agmark_audit::report::Scope;
use agmark_audit::{Options, Report};
use agmark_syntax::Severity;
use agmark_workspace::paths;

use super::{Args, server};
use crate::roots;
use crate::terminal::{self, Look, plain};

pub fn run(args: &Args, target: &str) -> anyhow::Result<ExitCode> {
    let working = std::env::current_dir()?;
    let Some(options) = options(args, &working) else { return Ok(ExitCode::FAILURE) };
    let report = match server::is_address(target) {
        true => on_server(args, target, &options)?,
        false => in_files(args, target, &options, &working)?,
    };
    show(args, &report)?;
    Ok(exit_code(args, &report))
}

fn in_files(args: &Args, target: &str, options: &Options, working: &Path) -> anyhow::Result<Report> {
    server::none_of_its_flags(args, target)?;
    let path = paths::absolute(Path::new(target));
    let root = roots::root(&path, working);
    let own = if path.is_dir() { Some(path.as_path()) } else { path.parent() };
    let root = root.as_deref().or(own).unwrap_or(&path);
    let place = Place { shown_from: working, root };
    Ok(if path.is_dir() { files::folder(&path, &place, options) } else { files::one(&path, &place, options) })
}

fn on_server(args: &Args, target: &str, options: &Options) -> anyhow::Result<Report> {
    let (client, entry) = server::client(args, target)?;
    let mut report = if args.crawl {
        let reach = Reach { depth: args.depth, pages: args.max_pages, at_once: args.concurrency };
        crawl::site(&client, &entry, reach, options)
    } else {
        crawl::page(&client, &entry, options)
    };
    if args.check_llms_txt {
        report.llms = Some(Llms::fetch(&client, &entry));
    }
    Ok(report)
}

/// What is audited and how; none where the manifest that is to hold cannot be read, which was said.
fn options(args: &Args, working: &Path) -> Option<Options> {
    let mut options = Options { exclude: args.exclude.clone(), ..Options::default() };
    options.also.extend(args.safety.then_some(Category::Safety));
    options.also.extend(args.navigation.then_some(Category::Navigation));
    if args.no_strip_devtools {
        options.devtools = Devtools::Kept;
    }
    if let Some(manifest) = &args.manifest {
        options.manifest = Some(given(manifest, working)?);
    }
    Some(options)
}

fn given(manifest: &Path, working: &Path) -> Option<Given> {
    let path = paths::absolute(manifest);
    let read = contract::read(&path, files::shown(&path, working));
    read.map_err(|reason| terminal::complain(plain(&reason))).ok()
}

fn show(args: &Args, report: &Report) -> anyhow::Result<()> {
    for failed in report.failed.iter().filter(|failed| failed.named) {
        terminal::complain(format_args!("{}: {}", plain(&failed.name), plain(&failed.reason)));
    }
    if report.scope == Scope::Site && report.pages.is_empty() && report.failed.is_empty() {
        terminal::warn("no pages were found: pages end in .html or .htm");
    }
    let mut out = terminal::stdout(Look::of_stdout());
    terminal::unless_gone(report.write(args.format.into(), &mut out).and_then(|()| out.flush()))?;
    Ok(())
}

fn exit_code(args: &Args, report: &Report) -> ExitCode {
    let unreadable = report.failed.iter().any(|failed| failed.named);
    let denied = args.deny_warnings && report.count(Severity::Warning) > 0;
    let low = report.score().is_some_and(|score| score < args.min_score);
    ExitCode::from(u8::from(unreadable || denied || low || report.count(Severity::Error) > 0))
}
