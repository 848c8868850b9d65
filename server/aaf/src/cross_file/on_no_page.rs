//! The actions and fields of a manifest that no page of the workspace has.

use std::collections::HashSet;
use std::sync::Arc;

use agmark_schema::shown;
use agmark_syntax::{Diagnostic, Document, Related, World};

use crate::cross_file::alignment::pages;
use crate::cross_file::index::{PageIndex, Routes};
use crate::cross_file::manifest_group::{ManifestPiece, pieces};
use crate::cross_file::summary::PageParts;
use crate::rules::ON_NO_PAGE;
use crate::site::routes;

/// The actions and fields that no page has, reported in the manifest, which must be readable as a whole.
pub fn check(document: &Document, world: &dyn World) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let Some(path) = world.path() else { return out };
    let roots = routes::roots(path);
    let files = pages(world, &roots);
    let pages: Vec<_> = files.iter().map(|(path, shared)| (path, PageParts::of_file(shared))).collect();
    // A computed name may be any name.
    if pages.is_empty() || pages.iter().any(|(_, page)| page.is_dynamic()) {
        return out;
    }
    let pieces = pieces(document);
    let present = PageIndex::of(pages.iter().map(|(_, page)| page));
    let told = told(&pieces, pages.iter().filter_map(|(path, _)| routes::of_file(path, &roots)));
    let mut report = |span, message: String, page: usize| {
        let mut finding = ON_NO_PAGE.at(span, message);
        finding.related.extend(pages.get(page).map(|(path, page)| Related {
            path: Some(Arc::clone(path)),
            span: page.top(),
            message: "a page of the workspace".to_owned(),
        }));
        out.push(finding);
    };
    let actions = pieces.iter().flat_map(|piece| piece.manifest.actions.iter().map(|one| (piece.start, one)));
    for (start, action) in actions.filter(|(_, action)| !told.contains(action.id.as_str())) {
        let id = shown(&action.id);
        if !present.has(&action.id) {
            let message = format!("no page of the workspace has action \"{id}\"");
            report(action.span.shifted(start), message, 0);
            continue;
        }
        for property in &action.fields {
            if !present.has_field(&action.id, &property.name) {
                let name = shown(&property.name);
                let message = format!("no page of the workspace has field \"{name}\" of action \"{id}\"");
                report(property.span.shifted(start), message, present.first_page(&action.id).unwrap_or(0));
            }
        }
    }
    out
}

/// The actions that the entries of existing pages list: these pages report them. `routes` are those of the pages.
fn told<'a>(pieces: &[ManifestPiece<'a>], routes: impl Iterator<Item = String>) -> HashSet<&'a str> {
    let pages: Vec<_> = pieces.iter().flat_map(|piece| &piece.manifest.pages).collect();
    let declared = Routes::of(pages.iter().map(|page| page.route.as_str()));
    let mut seen: HashSet<&str> = HashSet::new();
    let mut told = HashSet::new();
    for entry in routes.filter_map(|route| pages.get(declared.find(&route)?)) {
        if seen.insert(&entry.route) {
            told.extend(entry.actions.iter().map(|one| one.text.as_str()));
        }
    }
    told
}
