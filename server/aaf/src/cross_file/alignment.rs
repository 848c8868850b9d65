//! Pages and their manifest, compared in both directions.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use agmark_schema::shown;
use agmark_syntax::nearest::nearest;
use agmark_syntax::{Diagnostic, Document, Edit, ErasedData, PathKind, Related, Span, World, work};

use crate::cross_file::index::{ManifestIndex, PageIndex};
use crate::cross_file::page_group::PageGroup;
use crate::cross_file::summary::{ActionUse, FileSummary, PageParts};
use crate::manifest::model::{Entry, Manifest, Part, SpannedText};
use crate::page::wholes;
use crate::rules::{
    DIFFERS, MISSING_ACTION, MISSING_FIELD, UNDECLARED_ACTION, UNDECLARED_FIELD, UNKNOWN_ROUTE,
};
use crate::site::routes;
use crate::vocabulary::{CONFIRMATIONS, RISKS};

/// How many folders above a page are searched for its manifest.
const LEVELS: usize = 32;

/// The summaries of the chunks of a file, with their starts.
type Parts = Vec<(usize, ErasedData)>;

/// The manifest of a page.
pub struct PageManifest {
    /// Its file; `None` if it is in the page.
    pub path: Option<Arc<Path>>,
    /// Its parts with their starts: the chunk of the page that has it, or all chunks of its file.
    parts: Parts,
    /// Where its spans count from: the start of that chunk, or of the file.
    pub start: usize,
    /// All parts of the file as one manifest. Joined when first needed.
    joined: OnceCell<Manifest>,
}

impl PageManifest {
    /// The manifest of a document: the file of its site, otherwise the script in the page.
    pub fn of(document: &Document, world: &dyn World) -> Option<Self> {
        if let Some((path, parts)) = beside(world) {
            return Some(PageManifest { path: Some(path), parts, start: 0, joined: OnceCell::new() });
        }
        // Chunks with a manifest are among those that are compared with other files.
        let groups = document.chunks().groups().filter(|group| PageGroup::of(group).has_manifest);
        let chunks = groups.flat_map(|group| {
            group.cross_file_chunks().map(move |(start, chunk)| (group.start + start, chunk))
        });
        let mut chunks = chunks;
        chunks.find_map(|(start, chunk)| {
            chunk.summary::<FileSummary>()?.page()?.embedded.as_ref()?;
            let parts = vec![(start, chunk.analysis().summary.clone()?)];
            Some(PageManifest { path: None, parts, start, joined: OnceCell::new() })
        })
    }

    /// Its content.
    pub fn manifest(&self) -> Option<&Manifest> {
        if let [(start, shared)] = self.parts.as_slice()
            && *start == self.start
        {
            return match shared.get()? {
                FileSummary::Manifest(site) => Some(site),
                FileSummary::Page(summary) => summary.embedded.as_ref(),
            };
        }
        Some(self.joined.get_or_init(|| {
            let parts = self.parts.iter().filter_map(|(start, shared)| {
                Some(Part { start: *start, manifest: shared.get::<FileSummary>()?.manifest()? })
            });
            Manifest::joined(&parts.collect::<Vec<_>>())
        }))
    }

    fn related(&self, span: Span, message: impl Into<String>) -> Related {
        Related { path: self.path.clone(), span: span.shifted(self.start), message: message.into() }
    }
}

/// The nearest manifest file for the files of a folder.
fn beside(world: &dyn World) -> Option<(Arc<Path>, Parts)> {
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
pub fn page(document: &Document, world: &dyn World) -> Vec<Diagnostic> {
    let Some(contract) = PageManifest::of(document, world) else { return Vec::new() };
    let Some(site) = contract.manifest().filter(|site| !site.broken) else { return Vec::new() };
    let page = PageParts::of(document);
    let mut aligner = Aligner {
        page: &page,
        present: OnceCell::new(),
        site,
        declared: ManifestIndex::of(site),
        contract: &contract,
        meant: HashSet::new(),
        guesses: GUESSES,
        out: Vec::new(),
    };
    page.actions().for_each(|(start, action)| aligner.action(start, action));
    aligner.fields();
    aligner.links();
    if let Some(route) = route(&contract, world) {
        aligner.route(&route);
    }
    aligner.out
}

/// How many unknown names get a suggestion: each is compared with all known names.
const GUESSES: usize = 64;

struct Aligner<'a> {
    page: &'a PageParts<'a>,
    /// The page by names, read when first needed.
    present: OnceCell<PageIndex<'a>>,
    site: &'a Manifest,
    declared: ManifestIndex<'a>,
    contract: &'a PageManifest,
    /// Suggestions that were made. They are not reported as missing too.
    meant: HashSet<&'a str>,
    /// How many suggestions are left.
    guesses: usize,
    out: Vec<Diagnostic>,
}

impl<'a> Aligner<'a> {
    /// The known name that is nearest to an unknown one.
    fn guess(&mut self, name: &str, among: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        self.guesses = self.guesses.checked_sub(1)?;
        let among = among.inspect(|_| work::add(1));
        let near = nearest(name, among);
        self.meant.extend(near);
        near
    }

    fn present(&self) -> &PageIndex<'a> {
        self.present.get_or_init(|| PageIndex::of([self.page]))
    }

    /// Compares an element with the manifest; `start` is the start of its piece.
    fn action(&mut self, start: usize, action: &ActionUse) {
        let span = action.span.shifted(start);
        if action.view {
            return self.view(start, action);
        }
        if let Some(view) =
            self.declared.view(&action.name).filter(|_| self.declared.action(&action.name).is_none())
        {
            let message = format!(
                "\"{}\" is a data view of the manifest, not an action: add data-agent-kind=\"collection\" to the element \
                 that shows it",
                shown(&action.name)
            );
            let mut finding = UNDECLARED_ACTION.at(span, message);
            finding.related.push(self.contract.related(view.span, "declared here"));
            self.out.push(finding);
            return;
        }
        let Some(entry) = self.declared.action(&action.name) else {
            let whole = self.declared.action_of(&action.name).is_some()
                || action.part
                || wholes(&action.name).any(|whole| self.present().is_action(whole));
            if !whole {
                let near = self.guess(&action.name, self.site.actions.iter().map(|one| one.id.as_str()));
                let message = format!("the manifest has no action \"{}\"", shown(&action.name));
                let mut finding = UNDECLARED_ACTION.at(span, message).nearest(span, near);
                if let Some(entry) = near.and_then(|near| self.declared.action(near)) {
                    finding.related.push(self.contract.related(entry.span, "declared here"));
                }
                self.out.push(finding);
            }
            return;
        };
        let stated = [
            ("danger", "risk", &action.danger, &entry.risk),
            ("confirm", "confirmation", &action.confirm, &entry.confirmation),
            ("scope", "scope", &action.scope, &entry.scope),
            ("idempotent", "idempotent", &action.idempotent, &entry.idempotent),
        ];
        for (attribute, key, here, there) in stated {
            if let (Some(here), Some(there)) = (here, there)
                && here.text != there.text
                && is_word(attribute, &here.text)
                && is_word(attribute, &there.text)
            {
                self.differs(&action.name, attribute, key, &here.shifted(start), there);
            }
        }
    }

    /// Compares an element that shows a data view.
    fn view(&mut self, start: usize, used: &ActionUse) {
        // A list of the results of an action has the name of the action.
        let known = self.declared.view(&used.name).or_else(|| self.declared.action_of(&used.name));
        if let Some(entry) = known {
            if let (Some(here), Some(there)) = (&used.scope, &entry.scope)
                && here.text != there.text
            {
                self.differs(&used.name, "scope", "scope", &here.shifted(start), there);
            }
            return;
        }
        if wholes(&used.name).any(|whole| self.present().is_action(whole)) {
            return;
        }
        let near = self.guess(&used.name, self.site.views.iter().map(|one| one.id.as_str()));
        let message = format!("the manifest has no data view \"{}\"", shown(&used.name));
        let span = used.span.shifted(start);
        let mut finding = UNDECLARED_ACTION.at(span, message).nearest(span, near);
        if let Some(entry) = near.and_then(|near| self.declared.view(near)) {
            finding.related.push(self.contract.related(entry.span, "declared here"));
        }
        self.out.push(finding);
    }

    fn differs(&mut self, action: &str, attribute: &str, key: &str, here: &SpannedText, there: &SpannedText) {
        let message = format!(
            "data-agent-{attribute} of action \"{action}\" is \"{}\", but {key} in the manifest is \"{}\"",
            shown(&here.text),
            shown(&there.text)
        );
        let title = format!("replace with \"{}\", as in the manifest", there.text);
        let mut finding =
            DIFFERS.at(here.span, message).suggest(title, vec![Edit::replace(here.span, &there.text)]);
        finding.related.push(self.contract.related(there.span, format!("the manifest's {key}")));
        self.out.push(finding);
    }

    fn fields(&mut self) {
        for (start, field) in self.page.fields() {
            let entry = self.declared.action_of(&field.action).or_else(|| self.declared.view(&field.action));
            let Some(entry) = entry.filter(|entry| !entry.open) else { continue };
            if self.declared.has_field(&entry.id, &field.name) {
                continue;
            }
            let near = self.guess(&field.name, entry.fields.iter().map(|one| one.name.as_str()));
            let message = format!(
                "action \"{}\" has no property \"{}\" in the manifest",
                shown(&entry.id),
                shown(&field.name)
            );
            let span = field.span.shifted(start);
            let mut finding = UNDECLARED_FIELD.at(span, message).nearest(span, near);
            finding.related.push(self.contract.related(entry.span, "the action in the manifest"));
            self.out.push(finding);
        }
    }

    fn links(&mut self) {
        if self.site.pages.is_empty() {
            return;
        }
        let links =
            self.page.iter().flat_map(|(start, part)| part.links.iter().map(move |link| (start, link)));
        for (start, link) in links {
            if self.declared.page(&link.text).is_some() {
                continue;
            }
            let near = self.guess(&link.text, self.site.pages.iter().map(|one| one.route.as_str()));
            let message = format!("the manifest has no page \"{}\"", shown(&link.text));
            let span = link.span.shifted(start);
            let mut finding = UNKNOWN_ROUTE.at(span, message).nearest(span, near);
            if let Some(page) = self.site.pages.first() {
                finding.related.push(self.contract.related(page.span, "the pages of the manifest"));
            }
            self.out.push(finding);
        }
    }

    /// Reports what the manifest lists for the route of the page and the page lacks.
    fn route(&mut self, route: &str) {
        let Some(entry) = self.declared.page(route) else { return };
        // A field that belongs to no known action is reported at the field.
        let strays = self.page.fields().filter(|(_, one)| self.declared.action_of(&one.action).is_none());
        let loose = self.page.iter().flat_map(|(_, part)| part.loose.iter().map(String::as_str));
        let strays: HashSet<&str> = strays.map(|(_, one)| one.name.as_str()).chain(loose).collect();
        let mut promises = HashSet::new();
        for promised in &entry.actions {
            let Some(action) = self.declared.action(&promised.text) else { continue };
            if self.meant.contains(action.id.as_str()) || !promises.insert(&promised.text) {
                continue;
            }
            if !self.present().has(&promised.text) {
                if !self.page.is_dynamic() {
                    let message = format!(
                        "this page has no action \"{}\", but the manifest lists it",
                        shown(&promised.text)
                    );
                    let mut finding = MISSING_ACTION.at(self.page.top(), message);
                    let what = format!("listed for {}", shown(&entry.route));
                    finding.related.push(self.contract.related(promised.span, what));
                    self.out.push(finding);
                }
                continue;
            }
            self.promised_fields(action, &strays);
        }
    }

    fn promised_fields(&mut self, action: &Entry, strays: &HashSet<&str>) {
        let place = self.present().place(&action.id).filter(|_| !self.page.is_dynamic());
        let Some((start, place)) = place else { return };
        for property in &action.fields {
            if self.present().has_field(&action.id, &property.name)
                || self.meant.contains(property.name.as_str())
                || strays.contains(property.name.as_str())
            {
                continue;
            }
            let need = if property.required { "required " } else { "" };
            let message = format!(
                "action \"{}\" has no field for its {need}property \"{}\"",
                shown(&action.id),
                shown(&property.name)
            );
            let mut finding = MISSING_FIELD.at(place.span.shifted(start), message);
            finding.related.push(self.contract.related(property.span, "the property in the manifest"));
            self.out.push(finding);
        }
    }
}

/// The summaries of the pieces of a page, with their starts.
pub type SharedPage = Vec<(usize, ErasedData)>;

/// The pages of a site: those of the workspace below its folder.
pub fn pages(world: &dyn World, roots: &[std::path::PathBuf]) -> Vec<(Arc<Path>, SharedPage)> {
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

/// Whether a value of an attribute with a fixed set of words is one of them. Unknown words have their own diagnostic.
fn is_word(attribute: &str, value: &str) -> bool {
    let words = match attribute {
        "danger" => RISKS,
        "confirm" => CONFIRMATIONS,
        _ => return true,
    };
    words.iter().any(|word| word.word == value)
}
