//! `agmark.aaf.auditPage`, `auditSite`, `auditWorkspace`: audits from an editor. The findings are shown in the files from
//! which the pages are made, with a separate source, until the next audit.

mod arguments;
mod findings;
mod recent_sites;
mod site;
mod source_locations;

use std::path::Path;

use agmark_aaf::coverage::{Category, label};
use agmark_aaf::syntax::language::Language;
use agmark_audit::files;
use agmark_audit::manifest::{self, ManifestFile};
use agmark_audit::report::{self, Failed};
use agmark_audit::{Audited, Format, Options, PageSettings, Report};
use agmark_lsp::{Task, TaskContext};
use agmark_syntax::{Command, NewDocument, Outcome};
use serde_json::json;

use arguments::{CANCELLED, flag, percent, text};

const PAGE: &str = "agmark.aaf.auditPage";
const SITE: &str = "agmark.aaf.auditSite";
const WORKSPACE: &str = "agmark.aaf.auditWorkspace";

/// Audits pages.
pub struct Audit;

impl Task for Audit {
    fn commands(&self) -> &'static [Command] {
        &[
            Command {
                id: PAGE,
                title: "Audit this page for agents",
                help: "Scores the page in the editor, or the one at `url`. `safety` and `navigation` audit these, too; \
                       `render` takes a page at a `url` as Chromium shows it (`chrome` names the program, \
                       `renderTimeout` is in seconds). Gives a report.",
            },
            Command {
                id: SITE,
                title: "Audit a site for agents",
                help: "Scores the page at `url` and those that it links to (`depth`, `maxPages`, `concurrency`; \
                       options as for a page). Without `url`, it asks which of the sites that were audited from this \
                       workspace before. Gives a report.",
            },
            Command {
                id: WORKSPACE,
                title: "Audit all pages of the workspace for agents",
                help: "Scores all pages of HTML in the workspace's folders (`safety`, `navigation`). Nothing is \
                       fetched. Gives a report.",
            },
        ]
    }

    fn run(&self, command: &str, context: &TaskContext<'_>) -> Result<Outcome, String> {
        let options = options(context);
        let url = text(context, "url");
        let report = match (command, url) {
            (WORKSPACE, _) => workspace(context, &options)?,
            (PAGE, None) => page(context, &options)?,
            (PAGE, Some(url)) => site::page(context, url, &options)?,
            (SITE, Some(url)) => site::site(context, url, &options)?,
            (SITE, None) => site::site(context, &recent_sites::choose(context)?, &options)?,
            _ => return Err(format!("unknown command {command}")),
        };
        findings::publish(context, &report);
        status(context, &report);
        if let (true, Some(failed)) = (report.pages.is_empty(), report.failed.first()) {
            return Err(format!("{}: {}", failed.name, failed.reason));
        }
        written(&report)
    }
}

/// The page in the editor, with unsaved changes.
fn page(context: &TaskContext<'_>, options: &Options) -> Result<Report, String> {
    let path = context.path().ok_or("name the page: the argument `uri`, or `url` for one on a server")?;
    if !files::is_page(&path) {
        return Err(format!("{}: no page of HTML: audit the site that it is served from", path.display()));
    }
    let mut report = Report::page();
    report.take(audited(context, &path, options));
    Ok(report)
}

fn workspace(context: &TaskContext<'_>, options: &Options) -> Result<Report, String> {
    let mut report = Report::site();
    let pages: Vec<_> =
        context.roots().iter().flat_map(|root| files::pages(root, &options.settings)).collect();
    for (number, path) in pages.iter().enumerate() {
        if context.is_cancelled() {
            return Err(CANCELLED.to_owned());
        }
        context.progress(&files::shown(path, root(context, path)), percent(number, pages.len()));
        report.take(audited(context, path, options));
    }
    if report.pages.is_empty() && report.failed.is_empty() {
        return Err("no pages in the workspace: the file name of a page ends in .html or .htm".to_owned());
    }
    Ok(report)
}

fn audited(context: &TaskContext<'_>, path: &Path, options: &Options) -> Result<Audited, Failed> {
    let root = root(context, path);
    let name = files::shown(path, root);
    let failed = |reason| Failed { name: name.clone(), reason, named: true };
    let text = context.text(path).map_or_else(|| files::read(path), Ok).map_err(failed)?;
    let manifest = manifest::beside(path, root).map(|manifest| {
        let shown = files::shown(&manifest, root);
        match context.text(&manifest) {
            Some(text) => ManifestFile::new(shown, &text),
            None => manifest::read(&manifest, shown).unwrap_or_else(ManifestFile::unreadable),
        }
    });
    let settings = context.formats().settings(path);
    Ok(Audited::of(name, &text, Language::Html, manifest.as_ref(), options, &settings))
}

/// The folder of the workspace that a file is in, else its own.
fn root<'a>(context: &'a TaskContext<'_>, path: &'a Path) -> &'a Path {
    let around = context.roots().iter().find(|root| path.starts_with(root));
    around.map(std::path::PathBuf::as_path).or(path.parent()).unwrap_or(path)
}

fn options(context: &TaskContext<'_>) -> Options {
    let formats = context.formats().clone();
    // Pages on a server have the settings of the workspace.
    let folder = context.roots().first().map(|root| root.join(PageSettings::SERVER_PAGE));
    let excludes = formats.clone();
    let settings = PageSettings::new(move |path| {
        let path = path.or(folder.as_deref()).unwrap_or(Path::new(""));
        Ok(formats.settings(path))
    })
    .without(move |path| excludes.is_excluded(path));
    let mut options = Options { settings, ..Options::default() };
    options.also.extend(flag(context, "safety").then_some(Category::Safety));
    options.also.extend(flag(context, "navigation").then_some(Category::Navigation));
    options
}

/// Tells the editor's part of agmark the score.
fn status(context: &TaskContext<'_>, report: &Report) {
    let score = report.score();
    let first = report.pages.first().map(|page| page.name.as_str());
    context.status(json!({ "audit": {
        "name": first,
        "score": score,
        "label": score.map(label),
        "pages": report.pages.len(),
        "failed": report.failed.len(),
    } }));
}

/// The report, to be opened.
fn written(report: &Report) -> Result<Outcome, String> {
    let mut bytes = Vec::new();
    report::write(report, Format::Html, &mut bytes).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let note = report.score().map_or_else(String::new, |score| format!("{score}/100 — {}", label(score)));
    Ok(Outcome::Document(NewDocument {
        name: "audit.html".to_owned(),
        language: "html".to_owned(),
        text,
        note,
    }))
}
