//! Code actions: annotate elements, add missing fields, add to the manifest.

use std::path::{Path, PathBuf};

use agmark_schema::json;
use agmark_syntax::{Action, ActionKind, Change, Document, Edit, FileChange, PathKind, Span, World};
use serde_json::{Value, json};

use super::document;
use crate::cross_file::alignment::{self, PageManifest};
use crate::edit::annotate::{self, Annotator};
use crate::edit::naming::{self, ActionNames};
use crate::edit::{controls, entry, json as members, missing, views};
use crate::manifest::model::{Entry, Manifest, Property};
use crate::page::read_options::ReadOptions;
use crate::page::resolve;
use crate::page::{Page, is_part_of};
use crate::site::routes::WELL_KNOWN;
use crate::vocabulary::namespaces;

/// The code actions of a page.
pub fn page(
    document: &Document,
    world: &dyn World,
    reading: ReadOptions<'_>,
    selection: Span,
) -> Vec<Action> {
    let text = document::text(document);
    let page = document::page(document, &text, reading);
    let contract = PageManifest::of(document, world);
    let site = contract.as_ref().and_then(PageManifest::manifest);
    let mut actions = Vec::new();
    let mut known = ActionNames::default();
    world.names(namespaces::ACTION).iter().for_each(|name| known.declare(name));
    let place = world.path().and_then(naming::place);
    let mut annotator = Annotator::new(&page, place, &mut known);
    let Some(index) = element_at(&page, selection.range().start) else { return whole(&mut annotator) };
    actions.extend(annotations(&page, index, &mut annotator));
    if let Some(action) = action_at(&page, index) {
        if let Some(entry) = site.and_then(|site| site.action_of(&action)) {
            actions.extend(fields(&page, entry));
        } else if let Some(contract) = &contract {
            actions.extend(declare(&page, &action, contract, world));
        }
    }
    actions.extend(extract(&page, index, world));
    actions.extend(whole(&mut annotator));
    actions
}

/// The code actions of a manifest.
pub fn manifest(_document: &Document, _world: &dyn World, _selection: Span) -> Vec<Action> {
    vec![
        Action {
            title: "show the prompt that a planner gives its model".to_owned(),
            kind: ActionKind::Source,
            change: Change::Command(super::commands::PROMPT, Value::Null),
        },
        Action {
            title: "write a manifest for the pages of the workspace".to_owned(),
            kind: ActionKind::Source,
            change: Change::Command(super::commands::WRITE, json!({})),
        },
    ]
}

/// The innermost element at an offset.
fn element_at(page: &Page<'_>, offset: usize) -> Option<usize> {
    page.dom.at(offset).find(|(_, element)| offset < element.span.end).map(|(index, _)| index)
}

/// The action of an element: its own, otherwise the one around it.
fn action_at(page: &Page<'_>, index: usize) -> Option<String> {
    let own = page.annotated_at(index).filter(|one| one.text("kind") == Some("action"));
    let one = own.or_else(|| page.actions_around(index).next())?;
    one.get("action")?.legal().map(str::to_owned)
}

fn annotations(page: &Page<'_>, index: usize, annotator: &mut Annotator<'_, '_, '_>) -> Vec<Action> {
    let Some(element) = page.dom.elements.get(index) else { return Vec::new() };
    let rewrite = |(edits, title): (Vec<Edit>, String)| Action {
        title,
        kind: ActionKind::Rewrite,
        change: Change::Edits(edits),
    };
    let one = |found: Option<(Edit, String)>| found.map(|(edit, title)| (vec![edit], title));
    let mut found = Vec::new();
    if controls::may_be_field(page, index) {
        found.extend(one(annotate::field(page, index)));
    }
    if element.is(page.text, "button") {
        found.extend(one(annotator.button(index)));
    }
    let around = || std::iter::once((index, element)).chain(page.dom.ancestors(index));
    let link = around().find(|(_, one)| one.is(page.text, "a"));
    if let Some((link, _)) = link {
        found.extend(one(annotate::link(page, link)));
    }
    if let Some((view, _)) = around().find(|(one, _)| views::is_view(page, *one)) {
        found.extend(one(annotator.view(view)));
    }
    let form = around().find(|(_, one)| one.is(page.text, "form")).map(|(form, _)| form);
    // A control outside its form belongs to the form too.
    if let Some(form) = form.or_else(|| page.form_owner(index)) {
        found.extend(annotator.form(form).filter(|(edits, _)| !edits.is_empty()));
    }
    found.into_iter().map(rewrite).collect()
}

/// Annotates everything on the page that has no annotations yet.
fn whole(annotator: &mut Annotator<'_, '_, '_>) -> Vec<Action> {
    let edits = annotator.whole().edits;
    if edits.is_empty() {
        return Vec::new();
    }
    let title = format!("annotate the whole page ({})", document::count(edits.len(), "element"));
    vec![Action { title, kind: ActionKind::Source, change: Change::Edits(edits) }]
}

/// Adds fields that the manifest has and the page lacks.
fn fields(page: &Page<'_>, entry: &Entry) -> Vec<Action> {
    let summary = crate::cross_file::summary::PageSummary::of(page);
    let lacking: Vec<&Property> =
        entry.fields.iter().filter(|field| !summary.has_field(&entry.id, &field.name)).collect();
    let mut out = Vec::new();
    let mut add = |title: String, fields: &[&Property]| {
        if let Some(edit) = missing::fields(page, &entry.id, fields) {
            out.push(Action { title, kind: ActionKind::Rewrite, change: Change::Edits(vec![edit]) });
        }
    };
    for field in &lacking {
        add(format!("add the missing field \"{}\"", field.name), &[field]);
    }
    if lacking.len() > 1 {
        add(format!("add all {} missing fields of \"{}\"", lacking.len(), entry.id), &lacking);
    }
    out
}

/// Adds an action of the page to its manifest, and to the page's entry there.
fn declare(page: &Page<'_>, action: &str, contract: &PageManifest, world: &dyn World) -> Option<Action> {
    // A part of an action is not declared; the action is.
    let actions = resolve::actions(page);
    let whole = actions.keys().find(|name| is_part_of(action, name)).copied().unwrap_or(action);
    let written = entry::action(page, whole);
    let title = format!("add action \"{whole}\" to the manifest");
    let Some(path) = &contract.path else {
        let script = page.manifests.iter().find_map(|index| page.dom.elements.get(*index))?;
        let content = page.text.get(script.content.clone())?;
        let edits = declared(content, script.content.start, page.text, whole, &written, None)?;
        return Some(Action { title, kind: ActionKind::Rewrite, change: Change::Edits(edits) });
    };
    let before = world.read(&world.relative(path))?.to_string();
    let route = alignment::route(contract, world);
    let edits = declared(&before, 0, &before, whole, &written, route.as_deref())?;
    let change = FileChange::Edit { path: path.to_path_buf(), before, edits };
    Some(Action { title, kind: ActionKind::Rewrite, change: Change::Files(vec![change]) })
}

/// The edits that declare an action; `content` starts at byte `start` of `text`.
fn declared(
    content: &str,
    start: usize,
    text: &str,
    action: &str,
    entry: &Value,
    route: Option<&str>,
) -> Option<Vec<Edit>> {
    let parsed = json::parse_at(content, start);
    let actions = parsed.root.get("actions")?;
    let mut edits = vec![members::add_member(text, actions, action, entry)?];
    let site = Manifest::of(&parsed);
    let page = route.and_then(|route| site.page(route));
    if let Some(node) = page.and_then(|page| parsed.root.get("pages")?.get(&page.route)) {
        edits.extend(match node.get("actions") {
            Some(list) => members::add_item(text, list, action),
            None => members::add_member(text, node, "actions", &json!([action])),
        });
    }
    Some(edits)
}

/// Moves the manifest in a script into a file.
fn extract(page: &Page<'_>, index: usize, world: &dyn World) -> Option<Action> {
    page.manifests.contains(&index).then_some(())?;
    let element = page.dom.elements.get(index)?;
    let content = page.text.get(element.content.clone()).filter(|content| !content.trim().is_empty())?;
    let own = world.path()?;
    let target: PathBuf = own.parent()?.join(WELL_KNOWN);
    (world.path_kind(WELL_KNOWN) == PathKind::Nothing).then_some(())?;
    let file = FileChange::Create { path: target, text: dedented(content) };
    let page_change = FileChange::Edit {
        path: Path::new(own).to_path_buf(),
        before: page.text.to_owned(),
        edits: vec![Edit::delete(with_line(page.text, element.span.clone().into()))],
    };
    Some(Action {
        title: format!("move the manifest to {WELL_KNOWN}"),
        kind: ActionKind::Extract,
        change: Change::Files(vec![file, page_change]),
    })
}

/// A span, extended to its whole line if nothing else is on the line.
fn with_line(text: &str, span: Span) -> Span {
    let range = span.range();
    let start = text[..range.start].rfind('\n').map_or(0, |end| end + 1);
    let end = text[range.end..].find('\n').map_or(text.len(), |end| range.end + end + 1);
    let alone = text[start..range.start].trim().is_empty() && text[range.end..end].trim().is_empty();
    if alone { Span::new(start, end) } else { span }
}

/// A text without the indentation that all of its lines share.
fn dedented(text: &str) -> String {
    let text = text.trim_matches(['\n', '\r']);
    let blanks = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let common = text.lines().filter(|line| !line.trim().is_empty()).map(blanks).min().unwrap_or(0);
    let lines = text.lines().map(|line| line.get(common..).unwrap_or("").trim_end());
    let mut out = lines.collect::<Vec<_>>().join("\n").trim_end().to_owned();
    out.push('\n');
    out
}
