//! What a page scores, how many fields an action has, on how many pages it is.

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{Document, Lens, Shared, World};

use super::count;
use crate::align::{self, Contract};
use crate::coverage::{self, Category, Subject, overall};
use crate::page::is_part_of;
use crate::routes;
use crate::script::Source;
use crate::summary::{Summary, Tells};

/// The lens whose title is the score.
const SCORE: &str = "score";

/// Lenses of a page: its score at the top, and the number of fields at each action.
pub fn page(document: &Document, _world: &dyn World, source: Source) -> Vec<Lens> {
    let Some(shared) = align::own(document) else { return Vec::new() };
    let Some(Tells::Page(page)) = shared.get() else { return Vec::new() };
    let mut lenses = Vec::new();
    if source == Source::Html {
        lenses.push(Lens { span: page.top, title: None, kind: SCORE, command: None });
    }
    for action in page.actions.iter().filter(|action| !action.part) {
        let mut names: Vec<&str> = page
            .fields
            .iter()
            .filter(|one| is_of(&one.action, &action.name))
            .map(|one| one.name.as_str())
            .collect();
        names.sort_unstable();
        names.dedup();
        let title = Some(count(names.len(), "field"));
        lenses.push(Lens { span: action.span, title, kind: "fields", command: None });
    }
    lenses
}

/// Lenses of a manifest: at each action the pages that have it.
pub fn manifest(document: &Document, world: &dyn World) -> Vec<Lens> {
    let Some(shared) = align::own(document) else { return Vec::new() };
    let (Some(Tells::Manifest(site)), Some(path)) = (shared.get(), world.path()) else { return Vec::new() };
    let pages = align::pages(world, &routes::roots(path));
    site.actions
        .iter()
        .map(|action| {
            let title = Some(used(&pages, &action.id));
            Lens { span: action.span, title, kind: "pages", command: None }
        })
        .collect()
}

fn used(pages: &[(Arc<Path>, Shared)], action: &str) -> String {
    let has =
        |page: &&(Arc<Path>, Shared)| align::summary(&page.1).is_some_and(|one: &Summary| one.has(action));
    match pages.iter().filter(has).count() {
        0 => "used on no page".to_owned(),
        number => format!("used on {}", count(number, "page")),
    }
}

/// The title of a lens that is made when it comes into view: the score.
pub fn title(document: &Document, world: &dyn World, lens: &Lens) -> Option<String> {
    if lens.kind != SCORE {
        return None;
    }
    let text = super::text(document);
    let subject = Subject::new(&text);
    let held = match Contract::of(document, world).and_then(|contract| contract.path) {
        Some(path) => coverage::Contract::of_file(&world.read(&world.relative(&path))?.to_string()),
        None => match subject.embedded_manifest() {
            Some((content, offset)) => coverage::Contract::of_script(content, offset),
            None => coverage::Contract::none(None),
        },
    };
    let assessments = subject.assess(&Category::ALL, &held);
    // The overall score is of those categories that every audit looks at.
    let default: Vec<_> =
        assessments.iter().filter(|one| Category::DEFAULT.contains(&one.category)).cloned().collect();
    let mut title = format!("agents: {}/100", overall(&default));
    for one in &assessments {
        if let Some(score) = one.score {
            title.push_str(&format!(" · {} {score}", one.category.key()));
        }
    }
    Some(title)
}

fn is_of(owner: &str, action: &str) -> bool {
    owner == action || is_part_of(owner, action)
}
