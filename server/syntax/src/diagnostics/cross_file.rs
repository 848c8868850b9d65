//! The diagnostics that depend on other files: links to files that do not exist, import cycles, and the checks of the
//! format.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::diagnostics::nearest::nearest;
use crate::{
    AnyFormat, Awaits, Diagnostic, Document, FolderEntry, Link, LinkKind, PathKind, Related, Rule, Span,
    World, common_rules,
};

pub(super) fn findings(document: &Document, world: &dyn World) -> Vec<Diagnostic> {
    let format = &**document.format();
    let mut found = Vec::new();
    let (mut cycles, mut folders) = (None, Folders::default());
    for (start, chunk) in document.elsewhere() {
        for link in &chunk.analysis().links {
            let span = link.span.shifted(start);
            if let Some(rule) = format.info().missing_target(link) {
                found.extend(missing(rule, document, world, link, span, &mut folders));
            }
            if link.kind == LinkKind::Import
                && let Some(rule) = format.info().import_cycle
            {
                let cycles = cycles.get_or_insert_with(|| Cycles::new(world));
                found.extend(cycles.finding(rule, world, link, span));
            }
        }
    }
    // The contents of other files are compared after all of them have been read; links are looked up on disk.
    if world.is_complete() && document.cross_file_chunks().next().is_some() {
        found.extend(across_files(format, document, world));
    }
    found
}

/// A panic in the format's check must not hide the other diagnostics.
fn across_files(format: &dyn AnyFormat, document: &Document, world: &dyn World) -> Vec<Diagnostic> {
    let check = AssertUnwindSafe(|| format.check_across_files(document, world));
    catch_unwind(check).unwrap_or_else(|_| common_rules::fault(format.info().name, "").diagnostics)
}

/// The entries of folders, read once each.
type Folders = FxHashMap<String, Vec<FolderEntry>>;

fn missing(
    rule: &'static Rule,
    document: &Document,
    world: &dyn World,
    link: &Link,
    span: Span,
    folders: &mut Folders,
) -> Option<Diagnostic> {
    let target = link.path();
    match world.path_kind(target) {
        PathKind::Unknown | PathKind::Outside | PathKind::File => None,
        PathKind::Folder if link.kind == LinkKind::File => None,
        PathKind::Folder => Some(rule.at(span, format!("\"{target}\" is a folder: name a file"))),
        PathKind::Nothing => {
            let finding = rule.at(span, format!("\"{target}\" does not exist")).awaiting(Awaits::Here);
            let (folder, name) = target.rsplit_once('/').unwrap_or(("", target));
            // Many links may name files of the same folder that do not exist.
            let entries = folders.entry(folder.to_owned()).or_insert_with(|| world.entries(folder));
            // Files with the same ending come first.
            let ending = name.rfind('.').map_or("", |dot| &name[dot..]);
            let names = || entries.iter().map(|entry| &*entry.name);
            let near = nearest(name, names().filter(|other| other.ends_with(ending)));
            let near = near.or_else(|| nearest(name, names())).map(|near| match folder {
                "" if !target.starts_with('/') => near.to_owned(),
                _ => format!("{folder}/{near}"),
            });
            let written = document.text().span(span);
            Some(match near {
                Some(near) if *written == *target => finding.nearest(span, Some(&near)),
                Some(near) => {
                    let message = format!("{}: did you mean \"{near}\"?", finding.message);
                    Diagnostic { message, ..finding }
                }
                None => finding,
            })
        }
    }
}

/// Finds the import cycles of a document.
struct Cycles<'a> {
    own: Option<&'a Path>,
    /// The import path back to the document, by imported file.
    ways: FxHashMap<PathBuf, Vec<PathBuf>>,
}

impl<'a> Cycles<'a> {
    fn new(world: &'a dyn World) -> Self {
        Self { own: world.path(), ways: FxHashMap::default() }
    }

    fn finding(
        &mut self,
        rule: &'static Rule,
        world: &dyn World,
        link: &Link,
        span: Span,
    ) -> Option<Diagnostic> {
        let own = self.own?;
        let first = world.resolve_path(link.path())?;
        let way = self.ways.entry(first.clone()).or_insert_with(|| way_back(own, first, world));
        if way.is_empty() {
            return None;
        }
        let names: Vec<_> = way.iter().map(|path| world.relative(path)).collect();
        let all: Vec<_> = std::iter::once(world.relative(own)).chain(names.iter().cloned()).collect();
        let mut finding = rule.at(span, format!("this file imports itself: {}", all.join(" → ")));
        // Each file of the cycle, at the import of the next one.
        for (pair, name) in way.windows(2).zip(names.iter().skip(1)) {
            let [path, next] = pair else { continue };
            let span = world.import_span(path, next).unwrap_or_default();
            let message = format!("{} imports {name}", world.relative(path));
            finding.related.push(Related { path: Some(Arc::from(path.as_path())), span, message });
        }
        Some(finding)
    }
}

/// The shortest path of imports from `first` to `own`, including both; empty if there is none.
fn way_back(own: &Path, first: PathBuf, world: &dyn World) -> Vec<PathBuf> {
    if first == own {
        return vec![first];
    }
    let mut from: FxHashMap<PathBuf, PathBuf> = FxHashMap::default();
    let mut next = vec![first.clone()];
    while !next.is_empty() {
        let mut later = Vec::new();
        for path in next {
            for import in world.imports(&path) {
                if import == own {
                    let mut way = vec![import, path.clone()];
                    let mut at = path;
                    while let Some(before) = from.get(&at) {
                        way.push(before.clone());
                        at = before.clone();
                    }
                    way.reverse();
                    return way;
                }
                if import != first && !from.contains_key(&import) {
                    from.insert(import.clone(), path.clone());
                    later.push(import);
                }
            }
        }
        next = later;
    }
    Vec::new()
}
