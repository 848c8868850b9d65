//! The diagnostics that depend on other files: links to files that do not exist, import cycles, and the checks of the
//! format.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::diagnostics::findings::{Findings, KeptFindings};
use crate::diagnostics::nearest::nearest;
use crate::world::validity::KeptAnswer;
use crate::{
    AnyFormat, Awaits, CachedPart, CheckNeeds, ChunkGroup, Diagnostic, Document, FolderEntry, Link, LinkKind,
    PathKind, Related, Rule, Span, World, common_rules,
};

pub(super) fn findings(document: &Document, world: &dyn World) -> Findings {
    let format = &**document.format();
    let mut found = Findings::default();
    for group in document.chunks().groups().filter(|group| group.have(CheckNeeds::LINKS)) {
        let links = group.cached(|| LinksOfGroup::of(&group));
        let missing =
            links.missing.get_or_ask(world, group.start, || missing_targets(document, world, &group));
        found.keep(group.start, &missing);
    }
    if let Some(rule) = format.info().import_cycle {
        let mut cycles = Cycles::new(world);
        for (start, chunk) in document.chunks_with_links() {
            for link in chunk.analysis().links.iter().filter(|link| link.kind == LinkKind::Import) {
                found.extend(cycles.finding(rule, world, link, link.span.shifted(start)));
            }
        }
    }
    // The contents of other files are compared after all of them have been read; links are looked up on disk.
    if world.is_complete() && document.has_cross_file_checks() {
        found.append(across_files(format, document, world));
    }
    found
}

/// The diagnostics of the links of a group of chunks. Offsets count from the start of the group.
struct LinksOfGroup {
    /// The number of links.
    count: usize,
    missing: KeptAnswer<KeptFindings>,
}

impl LinksOfGroup {
    fn of(group: &ChunkGroup<'_>) -> Self {
        let count = group.chunks_with(CheckNeeds::LINKS).map(|(_, chunk)| chunk.analysis().links.len()).sum();
        Self { count, missing: KeptAnswer::default() }
    }
}

impl CachedPart for LinksOfGroup {
    /// As if all files were missing.
    fn size(&self) -> usize {
        size_of::<Self>() + self.count * size_of::<Diagnostic>()
    }
}

/// The diagnostics of the links in a group of chunks to files that do not exist.
fn missing_targets(document: &Document, world: &dyn World, group: &ChunkGroup<'_>) -> KeptFindings {
    let (mut found, mut folders) = (Vec::new(), Folders::default());
    for (start, chunk) in group.chunks_with(CheckNeeds::LINKS) {
        for link in &chunk.analysis().links {
            let span = link.span.shifted(start);
            if let Some(rule) = document.format().info().missing_target(link) {
                let written = || document.text().span(span.shifted(group.start));
                found.extend(missing(rule, &written, world, link, span, &mut folders));
            }
        }
    }
    KeptFindings::new(document.text(), group.start, found)
}

/// A panic in the format's check must not hide the other diagnostics.
fn across_files(format: &dyn AnyFormat, document: &Document, world: &dyn World) -> Findings {
    let check = AssertUnwindSafe(|| format.check_across_files(document, world));
    catch_unwind(check).unwrap_or_else(|_| common_rules::fault(format.info().name, "").diagnostics.into())
}

/// The entries of folders, read once each.
type Folders = FxHashMap<String, Vec<FolderEntry>>;

fn missing<'d>(
    rule: &'static Rule,
    written: &dyn Fn() -> Cow<'d, str>,
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
            Some(match near {
                Some(near) if *written() == *target => finding.nearest(span, Some(&near)),
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
