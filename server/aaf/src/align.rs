//! Pages and their manifest, held against each other, in both directions.

use std::path::Path;
use std::sync::Arc;

use agmark_schema::shown;
use agmark_syntax::nearest::nearest;
use agmark_syntax::{Diagnostic, Document, Edit, Related, Shared, Span, There, World};

use crate::page::is_part_of;
use crate::routes;
use crate::rules::alignment::{
    DIFFERS, MISSING_ACTION, MISSING_FIELD, ON_NO_PAGE, UNDECLARED_ACTION, UNDECLARED_FIELD, UNKNOWN_ROUTE,
};
use crate::site::{Entry, Said, Site};
use crate::summary::{ActionUse, FieldUse, Summary, Tells};
use crate::vocabulary::{CONFIRMATIONS, RISKS};

/// How far up the manifest of a page is looked for.
const LEVELS: usize = 32;

/// A manifest that holds for a page.
pub struct Contract {
    /// Its file; none if it stands in the page itself.
    pub path: Option<Arc<Path>>,
    shared: Shared,
}

impl Contract {
    /// The manifest that holds for a document: that of the site that it lies in, else its own.
    pub fn of(document: &Document, world: &dyn World) -> Option<Self> {
        if let Some((path, shared)) = beside(world) {
            return Some(Contract { path: Some(path), shared });
        }
        let shared = own(document)?;
        matches!(shared.get(), Some(Tells::Page(Summary { embedded: Some(_), .. })))
            .then_some(Contract { path: None, shared })
    }

    /// What it declares.
    pub fn site(&self) -> Option<&Site> {
        match self.shared.get()? {
            Tells::Manifest(site) => Some(site),
            Tells::Page(summary) => summary.embedded.as_ref(),
        }
    }

    fn related(&self, span: Span, message: impl Into<String>) -> Related {
        Related { path: self.path.clone(), span, message: message.into() }
    }
}

/// The manifest file that holds for the files of a folder, by the nearest place that has one.
fn beside(world: &dyn World) -> Option<(Arc<Path>, Shared)> {
    let levels = world.path()?.components().count().min(LEVELS);
    let place = routes::manifest_places(levels).find(|place| world.look(place) == There::File)?;
    let shared =
        world.shared(&place).into_iter().find_map(|(start, shared)| (start == 0).then_some(shared))?;
    matches!(shared.get(), Some(Tells::Manifest(_))).then_some(())?;
    Some((world.resolve(&place)?.into(), shared))
}

/// What a document tells others itself.
pub fn own(document: &Document) -> Option<Shared> {
    document.chunks().iter().find_map(|(_, chunk)| chunk.facts().shared.clone())
}

/// The route of a document, by the manifest beside it.
pub fn route(contract: &Contract, world: &dyn World) -> Option<String> {
    routes::of_file(world.path()?, &routes::roots(contract.path.as_deref()?))
}

/// What a page and its manifest say differently, as it is reported in the page.
pub fn page(document: &Document, world: &dyn World) -> Vec<Diagnostic> {
    let Some(shared) = own(document) else { return Vec::new() };
    let Some(Tells::Page(page)) = shared.get() else { return Vec::new() };
    let Some(contract) = Contract::of(document, world) else { return Vec::new() };
    let Some(site) = contract.site().filter(|site| !site.broken) else { return Vec::new() };
    let mut aligner = Aligner { page, site, contract: &contract, meant: Vec::new(), out: Vec::new() };
    page.actions.iter().for_each(|action| aligner.action(action));
    aligner.fields();
    aligner.links();
    if let Some(route) = route(&contract, world) {
        aligner.route(&route);
    }
    aligner.out
}

struct Aligner<'a> {
    page: &'a Summary,
    site: &'a Site,
    contract: &'a Contract,
    /// What was probably meant by a name that is reported already: it is not reported as missing, too.
    meant: Vec<&'a str>,
    out: Vec<Diagnostic>,
}

impl<'a> Aligner<'a> {
    fn action(&mut self, action: &ActionUse) {
        let Some(entry) = self.site.action(&action.name) else {
            let whole = self.site.action_of(&action.name).is_some()
                || action.part
                || self.page.actions.iter().any(|other| is_part_of(&action.name, &other.name));
            if !whole {
                let near = nearest(&action.name, self.site.actions.iter().map(|one| one.id.as_str()));
                let message = format!("the manifest has no action \"{}\"", action.name);
                let mut finding = UNDECLARED_ACTION.at(action.span, message).nearest(action.span, near);
                self.meant.extend(near);
                if let Some(entry) = near.and_then(|near| self.site.action(near)) {
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
                self.differs(&action.name, attribute, key, here, there);
            }
        }
    }

    fn differs(&mut self, action: &str, attribute: &str, key: &str, here: &Said, there: &Said) {
        let message = format!(
            "data-agent-{attribute} \"{}\" of action \"{action}\": the manifest says {key} \"{}\"",
            shown(&here.text),
            shown(&there.text)
        );
        let title = format!("write \"{}\", as in the manifest", there.text);
        let mut finding =
            DIFFERS.at(here.span, message).suggest(title, vec![Edit::replace(here.span, &there.text)]);
        finding.related.push(self.contract.related(there.span, format!("the manifest's {key}")));
        self.out.push(finding);
    }

    fn fields(&mut self) {
        for field in &self.page.fields {
            let Some(entry) = self.site.action_of(&field.action).filter(|entry| !entry.open) else {
                continue;
            };
            if entry.field(&field.name).is_some() {
                continue;
            }
            let near = nearest(&field.name, entry.fields.iter().map(|one| one.name.as_str()));
            self.meant.extend(near);
            let message =
                format!("action \"{}\" has no property \"{}\" in the manifest", entry.id, field.name);
            let mut finding = UNDECLARED_FIELD.at(field.span, message).nearest(field.span, near);
            finding.related.push(self.contract.related(entry.span, "the action in the manifest"));
            self.out.push(finding);
        }
    }

    fn links(&mut self) {
        if self.site.pages.is_empty() {
            return;
        }
        for link in &self.page.links {
            if self.site.page(&link.text).is_some() {
                continue;
            }
            let near = nearest(&link.text, self.site.pages.iter().map(|one| one.route.as_str()));
            let message = format!("the manifest has no page \"{}\"", shown(&link.text));
            let mut finding = UNKNOWN_ROUTE.at(link.span, message).nearest(link.span, near);
            if let Some(page) = self.site.pages.first() {
                finding.related.push(self.contract.related(page.span, "the pages of the manifest"));
            }
            self.out.push(finding);
        }
    }

    /// From the manifest to the page: what the entry of its own route promises.
    fn route(&mut self, route: &str) {
        let Some(entry) = self.site.page(route) else { return };
        for promised in &entry.actions {
            let Some(action) = self.site.action(&promised.text) else { continue };
            if self.meant.contains(&action.id.as_str()) {
                continue;
            }
            if !self.page.has(&promised.text) {
                if !self.page.dynamic {
                    let message =
                        format!("this page has no action \"{}\", which the manifest promises", promised.text);
                    let mut finding = MISSING_ACTION.at(self.page.top, message);
                    let what = format!("promised for {}", entry.route);
                    finding.related.push(self.contract.related(promised.span, what));
                    self.out.push(finding);
                }
                continue;
            }
            self.promised_fields(action);
        }
    }

    fn promised_fields(&mut self, action: &Entry) {
        let on_page = |one: &&ActionUse| one.name == action.id || is_part_of(&one.name, &action.id);
        let Some(place) = self.page.actions.iter().find(on_page) else { return };
        for property in &action.fields {
            if self.page.dynamic || self.page.has_field(&action.id, &property.name) {
                continue;
            }
            // A field of that name which belongs to nothing is reported where it is.
            let stray =
                |one: &FieldUse| one.name == property.name && self.site.action_of(&one.action).is_none();
            if self.meant.contains(&property.name.as_str())
                || self.page.loose.contains(&property.name)
                || self.page.fields.iter().any(stray)
            {
                continue;
            }
            let need = if property.required { "required " } else { "" };
            let message =
                format!("action \"{}\" has no field for its {need}property \"{}\"", action.id, property.name);
            let mut finding = MISSING_FIELD.at(place.span, message);
            finding.related.push(self.contract.related(property.span, "the property in the manifest"));
            self.out.push(finding);
        }
    }
}

/// What a manifest declares and no page has, as it is reported in the manifest.
pub fn manifest(document: &Document, world: &dyn World) -> Vec<Diagnostic> {
    let Some(shared) = own(document) else { return Vec::new() };
    let (Some(Tells::Manifest(site)), Some(path)) = (shared.get(), world.path()) else { return Vec::new() };
    let roots = routes::roots(path);
    let pages = pages(world, &roots);
    // Names that are put together may be any name.
    if site.broken
        || pages.is_empty()
        || pages.iter().any(|(_, page)| summary(page).is_some_and(|one| one.dynamic))
    {
        return Vec::new();
    }
    let summaries: Vec<&Summary> = pages.iter().filter_map(|(_, page)| summary(page)).collect();
    let routes: Vec<String> = pages.iter().filter_map(|(path, _)| routes::of_file(path, &roots)).collect();
    let mut out = Vec::new();
    let mut report = |span, message: String, near: Option<&(Arc<Path>, Shared)>| {
        let mut finding = ON_NO_PAGE.at(span, message);
        finding.related.extend(near.map(|(path, page)| Related {
            path: Some(Arc::clone(path)),
            span: summary(page).map_or(Span::default(), |one| one.top),
            message: "a page of the workspace".to_owned(),
        }));
        out.push(finding);
    };
    for action in &site.actions {
        // A page that is there and should have it says so itself.
        let told = |entry: &&crate::site::Route| {
            entry.actions.iter().any(|one| one.text == action.id)
                && routes.iter().any(|route| site.page(route).is_some_and(|found| found.span == entry.span))
        };
        if site.pages.iter().any(|entry| told(&entry)) {
            continue;
        }
        if !summaries.iter().any(|page| page.has(&action.id)) {
            let message = format!("no page of the workspace has action \"{}\"", action.id);
            report(action.span, message, pages.first());
            continue;
        }
        for property in &action.fields {
            if !summaries.iter().any(|page| page.has_field(&action.id, &property.name)) {
                let message = format!(
                    "no page of the workspace has field \"{}\" of action \"{}\"",
                    property.name, action.id
                );
                let has = pages.iter().find(|(_, page)| summary(page).is_some_and(|one| one.has(&action.id)));
                report(property.span, message, has);
            }
        }
    }
    out
}

/// The pages of the workspace that belong to a site: those below its folder.
pub fn pages(world: &dyn World, roots: &[std::path::PathBuf]) -> Vec<(Arc<Path>, Shared)> {
    let Some(root) = roots.last() else { return Vec::new() };
    let files = world.sharing().into_iter().filter(|path| path.starts_with(root));
    files
        .filter_map(|path| {
            let shared = world.shared(&world.relative(&path)).into_iter().next()?.1;
            summary(&shared)?;
            Some((path, shared))
        })
        .collect()
}

/// What a page tells.
pub fn summary(shared: &Shared) -> Option<&Summary> {
    match shared.get()? {
        Tells::Page(summary) => Some(summary),
        Tells::Manifest(_) => None,
    }
}

/// Whether a value is one of those that there are, for an attribute with a list of them: what is none is said where it
/// stands, once.
fn is_word(attribute: &str, value: &str) -> bool {
    let words = match attribute {
        "danger" => RISKS,
        "confirm" => CONFIRMATIONS,
        _ => return true,
    };
    words.iter().any(|word| word.word == value)
}
