//! AAF: pages and components, the manifest, plans, selectors.

use agmark_aaf::coverage;
use agmark_aaf::coverage::{AuditedPage, Category, ManifestCheck};
use agmark_aaf::edit::{annotate, folder};
use agmark_aaf::page::Page;
use agmark_aaf::page::resolve::{FieldOrStatus, actions, resolve};
use agmark_aaf::planner::plan::Planner;
use agmark_aaf::planner::prompt;
use agmark_aaf::syntax::html::Attribute;
use agmark_aaf::syntax::language::Language;
use agmark_audit::Selector;
use agmark_syntax::Edit;
use serde_json::Value;
use url::Url;

use crate::Case;

type Checked = Result<(), String>;

/// The elements of a source lie in it, each in the one around it.
pub fn markup(case: &Case, source: Language) -> Checked {
    let text = case.part(0);
    let page = Page::of(text, source);
    for (index, element) in page.dom.elements.iter().enumerate() {
        if element.until <= index || element.until > page.dom.elements.len() {
            return Err(format!("element {index} ends before it starts: {element:?}"));
        }
        if text.get(element.content.clone()).is_none() {
            return Err(format!("element {index} is not a part of the text: {element:?}"));
        }
        if page.dom.ancestors(index).any(|(outer, _)| outer >= index) {
            return Err(format!("element {index} is in a later one"));
        }
        page.says(element);
    }
    for (action, _) in actions(&page) {
        drop(resolve(&page, action, FieldOrStatus::Field("day")));
    }
    Ok(())
}

/// Annotating a page ends: what it writes is read back, and nothing is left to be annotated.
pub fn annotations(case: &Case) -> Checked {
    let text = case.part(0);
    let unclosed = |attribute: &Attribute| attribute.value.as_ref().is_some_and(|value| !value.closed);
    if Page::new(text).dom.elements.iter().any(|element| element.tag.attributes.iter().any(unclosed)) {
        // A quote that is written anywhere behind this one closes it.
        return Ok(());
    }
    let edits = annotate::whole(&Page::new(text));
    let annotated = Edit::apply(text, &edits);
    let again = Page::new(&annotated);
    if again.dom.elements.len() != Page::new(text).dom.elements.len() {
        return Err(format!("annotating changes the elements:\n{annotated}"));
    }
    let subject = AuditedPage::new(&annotated);
    let score = coverage::overall(&subject.assess(&Category::ALL, &ManifestCheck::none(None)));
    if score > 100 {
        return Err(format!("a score of {score}"));
    }
    let left = annotate::whole(&again);
    match left.is_empty() {
        true => Ok(()),
        false => Err(format!("annotated again it gets {left:?}:\n{annotated}")),
    }
}

/// What a manifest says is read from any text, and a manifest can be written for any page.
pub fn manifests(case: &Case) -> Checked {
    let (manifest, page) = (case.part(0), case.part(1));
    let site = agmark_aaf::manifest::model::Manifest::read(manifest, 0);
    prompt::write(&site, None);
    for route in &site.pages {
        prompt::write(&site, Some(&route.route));
    }
    ManifestCheck::of_file(manifest);
    let source = folder::FolderPage { route: Some("/".to_owned()), page: Page::new(page) };
    let made = folder::manifest("site", "https://x.example", &[source]);
    let written = folder::written(&made);
    match serde_json::from_str::<Value>(&written) {
        Ok(back) if back == made => Ok(()),
        other => Err(format!("the manifest reads back as {other:?}:\n{written}")),
    }
}

/// Whatever a model replies, a plan stays on the site.
pub fn plans(case: &Case) -> Checked {
    const ORIGIN: &str = "http://localhost:5173";
    let manifest =
        super::seeds::of(super::seeds::Kind::Manifest).texts.iter().find(|text| text.contains(ORIGIN));
    let Ok(planner) = Planner::new(manifest.map_or("", String::as_str)) else {
        return Err("the manifest of the target cannot be used".to_owned());
    };
    let page = [None, Some("/tables/"), Some("/elsewhere")][case.number(1, 3)];
    let Ok(plan) = planner.read(case.part(0), page) else { return Ok(()) };
    let target = plan.reply.get("navigate").and_then(Value::as_str).map(str::to_owned);
    for target in target.into_iter().chain(plan.route) {
        stays(&target, ORIGIN)?;
    }
    Ok(())
}

/// Where a browser goes for a target, from any page of the site.
fn stays(target: &str, origin: &str) -> Checked {
    let base = Url::parse(origin).map_err(|error| error.to_string())?;
    for from in ["/", "/tables/1?x#y"] {
        let from = base.join(from).map_err(|error| error.to_string())?;
        let reached = from.join(target).map_err(|error| format!("{target:?}: {error}"))?;
        if reached.origin() != base.origin() {
            return Err(format!("{target:?} leads to {reached}"));
        }
    }
    match target.starts_with('/') && !target.starts_with("//") {
        true => Ok(()),
        false => Err(format!("{target:?} is not a path from the root")),
    }
}

/// A selector is refused or tells of each element whether it is meant.
pub fn selectors(case: &Case) -> Checked {
    let Ok(selector) = Selector::new(case.part(0)) else { return Ok(()) };
    let page = Page::new(case.part(1));
    for index in 0..page.dom.elements.len() {
        selector.matches(&page.dom, case.part(1), index);
    }
    Ok(())
}
