//! Code lenses: the score of a page, the number of fields of an action, the pages that have it.

use std::collections::{HashMap, HashSet};

use agmark_syntax::{Document, Lens, World};

use super::document::{self, count};
use super::manifest_piece;
use crate::coverage::{self, AuditedPage, Category, limited, overall};
use crate::cross_file::alignment::{self, PageManifest};
use crate::cross_file::index::PageIndex;
use crate::cross_file::summary::PageParts;
use crate::page::wholes;
use crate::site::routes;
use crate::syntax::language::Language;

/// The lens whose title is the score.
const SCORE: &str = "score";

/// Lenses of a page: its score at the top, and the number of fields at each action.
pub fn page(document: &Document, _world: &dyn World, source: Language) -> Vec<Lens> {
    let page = PageParts::of(document);
    let mut lenses = Vec::new();
    if page.0.is_empty() {
        return lenses;
    }
    if source == Language::Html {
        lenses.push(Lens { span: page.top(), title: None, kind: SCORE, command: None });
    }
    let mut fields: HashMap<&str, HashSet<&str>> = HashMap::new();
    for (_, field) in page.fields() {
        for action in std::iter::once(field.action.as_str()).chain(wholes(&field.action)) {
            fields.entry(action).or_default().insert(&field.name);
        }
    }
    for (start, action) in page.actions().filter(|(_, action)| !action.part && !action.view) {
        let number = fields.get(action.name.as_str()).map_or(0, HashSet::len);
        let title = Some(count(number, "field"));
        lenses.push(Lens { span: action.span.shifted(start), title, kind: "fields", command: None });
    }
    lenses
}

/// Lenses of a manifest: at each action the pages that have it.
pub fn manifest(document: &Document, world: &dyn World) -> Vec<Lens> {
    let Some(path) = world.path() else { return Vec::new() };
    let files = alignment::pages(world, &routes::roots(path));
    let pages: Vec<PageParts<'_>> = files.iter().map(|(_, shared)| PageParts::of_file(shared)).collect();
    let present = PageIndex::of(&pages);
    manifest_piece::manifests(document)
        .flat_map(|(start, site)| site.actions.iter().map(move |action| (start, action)))
        .map(|(start, action)| {
            let title = Some(match present.pages(&action.id) {
                0 => "used on no page".to_owned(),
                number => format!("used on {}", count(number, "page")),
            });
            Lens { span: action.span.shifted(start), title, kind: "pages", command: None }
        })
        .collect()
}

/// The title of a lens that is computed when it becomes visible: the score.
pub fn title(document: &Document, world: &dyn World, lens: &Lens) -> Option<String> {
    if lens.kind != SCORE {
        return None;
    }
    let text = document::text(document);
    let subject = AuditedPage::new(&text);
    let held = match PageManifest::of(document, world).and_then(|contract| contract.path) {
        Some(path) => coverage::ManifestCheck::of_file(&world.read(&world.relative(&path))?.to_string()),
        None => match subject.embedded_manifest() {
            Some((content, offset)) => coverage::ManifestCheck::of_script(content, offset),
            None => coverage::ManifestCheck::none(None),
        },
    };
    let assessments = subject.assess(&Category::ALL, &held);
    // The overall score uses the default categories of an audit.
    let default: Vec<_> =
        assessments.iter().filter(|one| Category::DEFAULT.contains(&one.category)).cloned().collect();
    let errors = subject.errors_of(document, world, &world.settings()).len();
    let mut title = format!("agents: {}/100", limited(overall(&default), errors));
    if errors > 0 {
        title.push_str(&format!(" · {}", count(errors, "error")));
    }
    for one in &assessments {
        if let Some(score) = one.score {
            title.push_str(&format!(" · {} {score}", one.category.key()));
        }
    }
    Some(title)
}
