//! Pages in files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use agmark_aaf::syntax::language::Source;

use crate::charset;
use crate::contract::{self, Given};
use crate::options::Options;
use crate::page::Audited;
use crate::report::{Failed, Report};

/// How long a page may be, in bytes: the same as for one that is fetched.
pub const MOST: usize = 10 << 20;

/// The endings of pages.
const ENDINGS: [&str; 2] = ["html", "htm"];

/// The endings of sources of components.
const COMPONENTS: [&str; 6] = ["vue", "svelte", "js", "jsx", "ts", "tsx"];

/// Where pages are looked for and how they are shown.
#[derive(Debug)]
pub struct Place<'a> {
    /// Names are relative to this folder where they lie below it.
    pub shown_from: &'a Path,
    /// No manifest is looked for above this folder.
    pub root: &'a Path,
}

/// Audits one page.
pub fn one(path: &Path, place: &Place<'_>, options: &Options) -> Report {
    let mut report = Report::page();
    let audited = page(path, place, options, &mut BTreeMap::new());
    report.take(audited.map_err(|failed| Failed { named: true, ..failed }));
    report
}

/// Audits all pages of a folder, sorted by path. Ignored and hidden files are left out.
pub fn folder(folder: &Path, place: &Place<'_>, options: &Options) -> Report {
    let mut report = Report::site();
    let mut manifests = BTreeMap::new();
    for path in pages(folder) {
        report.take(page(&path, place, options, &mut manifests));
    }
    report
}

/// The pages in a folder and below, sorted.
pub fn pages(folder: &Path) -> Vec<PathBuf> {
    walk(folder, is_page)
}

/// What pages of a folder are made from, sorted: pages, sources of components, and manifests.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    walk(folder, |path| {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("").to_ascii_lowercase();
        is_page(path)
            || COMPONENTS.contains(&ending.as_str())
            || path.file_name().is_some_and(|name| name == "agent-manifest.json")
    })
}

/// Files that are neither ignored nor hidden.
fn walk(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let is_open = |entry: &ignore::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        // The folder itself may be called whatever it is.
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

/// Whether a file is a page, by its name.
pub fn is_page(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.iter().any(|one| one.eq_ignore_ascii_case(ending)))
}

fn page(
    path: &Path,
    place: &Place<'_>,
    options: &Options,
    manifests: &mut BTreeMap<PathBuf, Result<Given, String>>,
) -> Result<Audited, Failed> {
    let name = shown(path, place.shown_from);
    let failed = |reason| Failed { name: name.clone(), reason, named: false };
    let settings = options.settings.of(Some(path)).map_err(failed)?;
    let text = read(path).map_err(failed)?;
    let beside = contract::beside(path, place.root).filter(|_| options.manifest.is_none());
    let served = beside.map(|manifest| {
        let read = || contract::read(&manifest, shown(&manifest, place.shown_from));
        &*manifests.entry(manifest.clone()).or_insert_with(read)
    });
    let unreadable = |reason: &String| Given::unreadable(reason.clone());
    let served = served.map(|read| read.clone().unwrap_or_else(|reason| unreadable(&reason)));
    Ok(Audited::of(name, &text, source(path), served.as_ref(), options, &settings))
}

/// What a file is written in, by its name. Templates and files without an ending are taken for HTML.
pub fn source(path: &Path) -> Source {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.and_then(Source::of_ending).unwrap_or(Source::Html)
}

/// The text of a page.
///
/// # Errors
/// The reason, where it cannot be read.
pub fn read(path: &Path) -> Result<String, String> {
    let bytes = agmark_files::read_bytes(path, MOST).map_err(|error| error.reason())?;
    Ok(charset::decode(&bytes, None))
}

/// A path as it is shown: with slashes, relative where it lies below `from`.
pub fn shown(path: &Path, from: &Path) -> String {
    let short = path.strip_prefix(from).unwrap_or(path).to_string_lossy();
    if cfg!(windows) { short.replace('\\', "/") } else { short.into_owned() }
}
