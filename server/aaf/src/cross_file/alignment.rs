//! Pages and their manifest, compared in both directions.
//!
//! A page is compared by groups of chunks. What was found is kept with a group until the group or the manifest changes,
//! so an edit compares one or two groups. Left for the page as a whole are names that other groups may explain, which
//! of them get a suggestion, and what the manifest lists for the page ([`super::promises`]).

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{Diagnostic, Document, Findings, KeptFindings, PathKind, Summaries, World, work};

use crate::cross_file::aligned_group::{AlignedGroup, ManifestPlace, UnknownName};
use crate::cross_file::page_group::{ManifestSource, PageGroup};
use crate::cross_file::promises;
use crate::cross_file::site_manifest::{NameKind, SiteManifest};
use crate::cross_file::summary::{FileSummary, PageParts};
use crate::manifest::model::Manifest;
use crate::page::wholes;
use crate::site::routes;

/// How many folders above a page are searched for its manifest.
const LEVELS: usize = 32;

/// How many unknown names get a suggestion: each is compared with all known names.
const GUESSES: usize = 64;

/// How many names are looked up in each group. For more, the names of all groups are collected once.
const FEW: usize = 64;

/// The manifest of a page.
pub struct PageManifest {
    /// Its file; `None` if it is in the page.
    pub path: Option<Arc<Path>>,
    source: ManifestSource,
    /// Where its spans count from: the start of the chunk of the page that has it, or of the file.
    pub start: usize,
}

impl PageManifest {
    /// The manifest of a document: the file of its site, otherwise the script in the page.
    pub fn of(document: &Document, world: &dyn World) -> Option<Self> {
        if let Some((path, summaries)) = beside(world) {
            let source = ManifestSource::File(Arc::clone(&path), summaries);
            return Some(PageManifest { path: Some(path), source, start: 0 });
        }
        // Chunks with a manifest are among those that are compared with other files.
        let groups = document.chunks().groups().filter(|group| PageGroup::of(group).has_manifest);
        let mut chunks = groups.flat_map(|group| {
            group.cross_file_chunks().map(move |(start, chunk)| (group.start + start, chunk))
        });
        chunks.find_map(|(start, chunk)| {
            let manifest = chunk.summary::<FileSummary>()?.page()?.embedded.as_ref()?;
            let site = chunk.cached(0, || SiteManifest::new(Manifest::clone(manifest)));
            Some(PageManifest { path: None, source: ManifestSource::Script(site), start })
        })
    }

    /// Its content, indexed.
    pub fn site(&self) -> Option<&SiteManifest> {
        match &self.source {
            ManifestSource::File(_, summaries) => summaries.derived(SiteManifest::of),
            ManifestSource::Script(site) => Some(site),
        }
    }

    /// Its content.
    pub fn manifest(&self) -> Option<&Manifest> {
        self.site().map(|site| &site.manifest)
    }

    fn place(&self) -> ManifestPlace<'_> {
        ManifestPlace { path: self.path.as_ref(), start: self.start }
    }
}

/// The nearest manifest file for the files of a folder.
fn beside(world: &dyn World) -> Option<(Arc<Path>, Summaries)> {
    let levels = world.path()?.components().count().min(LEVELS);
    let place = routes::manifest_places(levels).find(|place| world.path_kind(place) == PathKind::File)?;
    let parts = world.summaries(&place);
    matches!(parts.first()?.1.get(), Some(FileSummary::Manifest(_))).then_some(())?;
    Some((world.resolve_path(&place)?.into(), parts))
}

/// The route of a document, by the manifest beside it.
pub fn route(contract: &PageManifest, world: &dyn World) -> Option<String> {
    routes::of_file(world.path()?, &routes::roots(contract.path.as_deref()?))
}

/// The differences between a page and its manifest that are reported in the page.
pub fn page(document: &Document, world: &dyn World) -> Findings {
    let mut out = Findings::default();
    let Some(contract) = PageManifest::of(document, world) else { return out };
    let Some(site) = contract.site().filter(|site| !site.manifest.broken) else { return out };
    let groups = groups(document, &contract, site);
    groups
        .iter()
        .for_each(|(start, group)| keep_if(&mut out, *start, &group.found, contract.place(), |_| true));
    let meant = report_unknown(&groups, site, contract.place(), &mut out);
    if let Some(route) = route(&contract, world) {
        promises::check(document, &groups, site, contract.place(), &route, &meant, &mut out);
    }
    out
}

/// The groups of a page, compared, with their starts. What they say about a manifest in the page counts from its start,
/// because it moves with the text before it.
fn groups(
    document: &Document,
    contract: &PageManifest,
    site: &SiteManifest,
) -> Vec<(usize, Arc<AlignedGroup>)> {
    let (text, place) = (document.text(), ManifestPlace { start: 0, ..contract.place() });
    let compared = |group: agmark_syntax::ChunkGroup<'_>| {
        let aligned = PageGroup::of(&group).aligned(&contract.source, || {
            AlignedGroup::of(text, group.start, &PageParts::of_group(&group), site, place)
        });
        (group.start, aligned)
    };
    document.chunks().groups().map(compared).collect()
}

/// Adds those of the findings of a group that starts at `start` whose index fulfills a condition.
fn keep_if(
    out: &mut Findings,
    start: usize,
    kept: &Arc<KeptFindings>,
    place: ManifestPlace<'_>,
    is_wanted: impl Fn(usize) -> bool,
) {
    if place.path.is_some() {
        return out.keep_if(start, kept, is_wanted);
    }
    let wanted = kept.iter().enumerate().filter(|(number, _)| is_wanted(*number));
    out.extend(wanted.map(|(_, finding)| {
        work::add(1);
        let mut finding = finding.clone();
        let related = std::mem::take(&mut finding.related);
        let related = related.into_iter().map(|one| place.related(one.span, one.message));
        Diagnostic { related: related.collect(), ..finding.shifted(start) }
    }));
}

/// Reports the names that the manifest does not have. Returns the suggestions that were made.
fn report_unknown(
    groups: &[(usize, Arc<AlignedGroup>)],
    site: &SiteManifest,
    place: ManifestPlace<'_>,
    out: &mut Findings,
) -> HashSet<String> {
    let is_action = |name: &UnknownName| matches!(name.kind, NameKind::Action | NameKind::View);
    let explained = ExplainedNames::of(groups);
    let (mut meant, mut guesses) = (HashSet::new(), GUESSES);
    // By group and index: those that are not reported as they were kept.
    let mut others: HashSet<(usize, usize)> = HashSet::new();
    let sections: [&dyn Fn(&UnknownName) -> bool; 3] =
        [&is_action, &|name| !is_action(name) && name.kind != NameKind::Route, &|name| {
            name.kind == NameKind::Route
        }];
    for is_in_section in sections {
        for (number, (start, group)) in groups.iter().enumerate() {
            let names = group.unknown.iter().enumerate().filter(|(_, name)| is_in_section(name));
            for (index, name) in names.inspect(|_| work::add(1)) {
                if is_action(name) && explained.has_whole_of(&name.name) {
                    others.insert((number, index));
                } else if let Some(left) = guesses.checked_sub(1) {
                    guesses = left;
                    if let Some(near) = site.nearest(name.kind, &name.name) {
                        others.insert((number, index));
                        out.push(name.finding(*start, site, place, Some(&near)));
                        meant.insert(near);
                    }
                }
            }
        }
    }
    for (number, (start, group)) in groups.iter().enumerate() {
        keep_if(out, *start, &group.plain, place, |index| !others.contains(&(number, index)));
    }
    meant
}

/// The actions that explain a name which the manifest does not have: those that the name is a part of.
struct ExplainedNames<'a> {
    groups: &'a [(usize, Arc<AlignedGroup>)],
    /// Whether a name is that of an action, for those that were looked up in each group.
    few: RefCell<HashMap<String, bool>>,
    all: OnceCell<HashSet<&'a str>>,
}

impl<'a> ExplainedNames<'a> {
    fn of(groups: &'a [(usize, Arc<AlignedGroup>)]) -> Self {
        Self { groups, few: RefCell::default(), all: OnceCell::new() }
    }

    fn has_whole_of(&self, name: &str) -> bool {
        wholes(name).any(|whole| self.is_action(whole))
    }

    fn is_action(&self, name: &str) -> bool {
        let mut few = self.few.borrow_mut();
        if let Some(known) = few.get(name) {
            return *known;
        }
        if few.len() >= FEW {
            let all = || self.groups.iter().flat_map(|(_, group)| group.words.written()).collect();
            return self.all.get_or_init(all).contains(name);
        }
        let is_action = self.groups.iter().any(|(_, group)| group.words.is_action(name));
        few.insert(name.to_owned(), is_action);
        is_action
    }
}

/// The pages of a site: those of the workspace below its folder.
pub fn pages(world: &dyn World, roots: &[std::path::PathBuf]) -> Vec<(Arc<Path>, Summaries)> {
    let Some(root) = roots.last() else { return Vec::new() };
    let files = world.files_with_summary().into_iter().filter(|path| path.starts_with(root));
    files
        .filter_map(|path| {
            let shared = world.summaries(&world.relative(&path));
            let is_page = shared
                .iter()
                .any(|(_, one)| one.get::<FileSummary>().is_some_and(|one| one.page().is_some()));
            is_page.then_some((path, shared))
        })
        .collect()
}
