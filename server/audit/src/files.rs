//! Pages in files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use agmark_aaf::syntax::language::Language;

use crate::charset;
use crate::manifest::{self, ManifestFile};
use crate::options::{Options, PageSettings};
use crate::page::Audited;
use crate::report::{Failed, Report};

/// Maximum length of a page, in bytes: the same as for a page on a server.
pub const MAX_PAGE_BYTES: usize = 10 << 20;

/// File extensions of pages.
const ENDINGS: [&str; 2] = ["html", "htm"];

/// File extensions of component sources.
const COMPONENTS: [&str; 6] = ["vue", "svelte", "js", "jsx", "ts", "tsx"];

/// Folders of an audit.
pub struct AuditFolders<'a> {
    /// Names below this folder are relative to it.
    pub shown_from: &'a Path,
    /// Parents of this folder are not searched for a manifest.
    pub root: &'a Path,
    /// Whether a page or a manifest may be read. It is asked for each file before it is read.
    pub may_read: &'a dyn Fn(&Path) -> bool,
}

/// Why a file is not read.
const NOT_ALLOWED: &str = "it is outside of the folders that may be read";

/// Audits one page.
pub fn audit_page(path: &Path, folders: &AuditFolders<'_>, options: &Options) -> Report {
    let mut report = Report::page();
    let audited = page(path, folders, options, &mut BTreeMap::new());
    report.take(audited.map_err(|failed| Failed { named: true, ..failed }));
    report
}

/// Audits all pages of a folder, sorted by path. Ignored, hidden and excluded files are skipped.
pub fn audit_folder(folder: &Path, folders: &AuditFolders<'_>, options: &Options) -> Report {
    let mut report = Report::site();
    let mut manifests = BTreeMap::new();
    for path in pages(folder, &options.settings) {
        report.take(page(&path, folders, options, &mut manifests));
    }
    report
}

/// The pages in a folder and below that the settings do not exclude, sorted.
pub fn pages(folder: &Path, settings: &PageSettings) -> Vec<PathBuf> {
    walk(folder, |path| is_page(path) && !settings.is_excluded(path))
}

/// The sources of a folder's pages, sorted: pages, components and manifests.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    walk(folder, |path| {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("").to_ascii_lowercase();
        is_page(path)
            || COMPONENTS.contains(&ending.as_str())
            || path.file_name().is_some_and(|name| name == "agent-manifest.json")
    })
}

/// The files that are not ignored and not hidden.
fn walk(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let is_open = |entry: &ignore::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        // The folder itself can have any name.
        entry.depth() == 0 || name == ".well-known" || !(name.starts_with('.') || name == "node_modules")
    };
    let mut found: Vec<PathBuf> = ignore::WalkBuilder::new(folder)
        .hidden(false)
        .require_git(false)
        .filter_entry(is_open)
        .build()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()))
        .map(ignore::DirEntry::into_path)
        .filter(|path| wanted(path))
        .collect();
    found.sort();
    found
}

/// Whether a file name has the extension of a page.
pub fn is_page(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.iter().any(|one| one.eq_ignore_ascii_case(ending)))
}

fn page(
    path: &Path,
    folders: &AuditFolders<'_>,
    options: &Options,
    manifests: &mut BTreeMap<PathBuf, Result<ManifestFile, String>>,
) -> Result<Audited, Failed> {
    let name = shown(path, folders.shown_from);
    let failed = |reason| Failed { name: name.clone(), reason, named: false };
    let settings = options.settings.of(Some(path)).map_err(failed)?;
    if !(folders.may_read)(path) {
        return Err(failed(NOT_ALLOWED.to_owned()));
    }
    let text = read(path).map_err(failed)?;
    let beside = manifest::beside(path, folders.root).filter(|_| options.manifest.is_none());
    let served = beside.map(|manifest| {
        let read = || match (folders.may_read)(&manifest) {
            true => manifest::read(&manifest, shown(&manifest, folders.shown_from)),
            false => Err(NOT_ALLOWED.to_owned()),
        };
        &*manifests.entry(manifest.clone()).or_insert_with(read)
    });
    let unreadable = |reason: &String| ManifestFile::unreadable(reason.clone());
    let served = served.map(|read| read.clone().unwrap_or_else(|reason| unreadable(&reason)));
    Ok(Audited::of(name, &text, source(path), served.as_ref(), options, &settings))
}

/// The language of a file, by its extension. Templates and other files are read as HTML.
pub fn source(path: &Path) -> Language {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.and_then(Language::of_ending).unwrap_or(Language::Html)
}

/// The text of a page.
///
/// # Errors
/// The reason, if it cannot be read.
pub fn read(path: &Path) -> Result<String, String> {
    let bytes = agmark_files::read_bytes(path, MAX_PAGE_BYTES).map_err(|error| error.reason())?;
    Ok(charset::decode(&bytes, None))
}

/// A path for reports: with slashes, and relative to `from` if it is below it.
pub fn shown(path: &Path, from: &Path) -> String {
    let short = path.strip_prefix(from).unwrap_or(path).to_string_lossy();
    if cfg!(windows) { short.replace('\\', "/") } else { short.into_owned() }
}
