//! Code actions: annotate elements, add missing fields, add to the manifest.

use std::path::{Path, PathBuf};

use agmark_schema::json;
use agmark_syntax::{Action, ActionKind, Change, Document, Edit, FileChange, Name, PathKind, Span, World};
use serde_json::{Value, json};

use super::document;
use crate::analysis::page_part::PagePart;
use crate::cross_file::alignment::{self, PageManifest};
use crate::cross_file::summary::PageParts;
use crate::edit::annotate::{self, Annotator};
use crate::edit::naming::{self, ActionNames};
use crate::edit::{controls, entry, json as members, missing, views};
use crate::manifest::model::{Entry, Manifest, Property};
use crate::page::read_options::ReadOptions;
use crate::page::{Page, wholes};
use crate::site::routes::WELL_KNOWN;
use crate::vocabulary::namespaces;

/// The code actions of a page.
pub fn page(
    document: &Document,
    world: &dyn World,
    reading: ReadOptions<'_>,
    selection: Span,
) -> Vec<Action> {
    let offset = selection.range().start;
    let part = document::page_near(document, offset);
    let page = part.page(reading);
    let contract = PageManifest::of(document, world);
    let site = contract.as_ref().and_then(PageManifest::manifest);
    let mut known = ActionNames::default();
    let exists = |name: &str| {
        document::has_action(document, name) || world.defines(&Name::new(namespaces::ACTION, name))
    };
    let place = world.path().and_then(naming::place);
    let mut actions = Vec::new();
    if let Some(index) = element_at(&page, part.seams.inner(offset)) {
        let mut own =
            annotations(&page, index, &mut Annotator::new(&page, place.clone(), &mut known).beside(&exists));
        own.iter_mut().for_each(|action| moved(action, &part));
        actions.extend(own);
        if let Some(action) = action_at(&page, index) {
            let asked = Asked { document, world, reading, offset };
            if let Some(entry) = site.and_then(|site| site.action_of(&action)) {
                actions.extend(asked.fields(entry));
            } else if let Some(contract) = &contract {
                actions.extend(asked.declare(&action, contract));
            }
        }
        actions.extend(extract(document, &page, index, &part, world));
    }
    if document.text().len() <= WHOLE {
        let part = PagePart::whole(document);
        let page = part.page(reading);
        actions.extend(whole(&mut Annotator::new(&page, place, &mut known).beside(&exists)));
    }
    actions
}

/// The length of the longest page that is annotated as a whole by a code action. The command line annotates any page.
const WHOLE: usize = 256 << 10;

/// Moves the edits of an action from a part of a page to its document.
fn moved(action: &mut Action, part: &PagePart<'_>) {
    if let Change::Edits(edits) = &mut action.change {
        edits.iter_mut().for_each(|edit| edit.span = part.seams.span(edit.span));
    }
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

/// A place in a page, for which actions are asked.
struct Asked<'d, 'm> {
    document: &'d Document,
    world: &'d dyn World,
    reading: ReadOptions<'m>,
    offset: usize,
}

impl Asked<'_, '_> {
    /// Adds fields that the manifest has and the page lacks.
    fn fields(&self, entry: &Entry) -> Vec<Action> {
        let there = PageParts::of_action(self.document, &entry.id);
        let lacking: Vec<&Property> =
            entry.fields.iter().filter(|field| !there.has_field(&entry.id, &field.name)).collect();
        if lacking.is_empty() {
            return Vec::new();
        }
        let part = document::page_of_action(self.document, self.offset, &entry.id);
        let page = part.page(self.reading);
        let mut out = Vec::new();
        let mut add = |title: String, fields: &[&Property]| {
            if let Some(edit) = missing::fields(&page, &entry.id, fields) {
                let mut action =
                    Action { title, kind: ActionKind::Rewrite, change: Change::Edits(vec![edit]) };
                moved(&mut action, &part);
                out.push(action);
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
    fn declare(&self, action: &str, contract: &PageManifest) -> Option<Action> {
        // A part of an action is not declared; the action is.
        let wholes = wholes(action).filter(|whole| document::has_action(self.document, whole));
        let whole = wholes.last().unwrap_or(action);
        let part = document::page_of_action(self.document, self.offset, whole);
        let written = entry::action(&part.page(self.reading), whole);
        let title = format!("add action \"{whole}\" to the manifest");
        let Some(path) = &contract.path else {
            let part = document::page_at(self.document, contract.start);
            let page = part.page(self.reading);
            let script = page.manifests.iter().find_map(|index| page.dom.elements.get(*index))?;
            let content = page.text.get(script.content.clone())?;
            let edits = declared(content, script.content.start, page.text, whole, &written, None)?;
            let mut action = Action { title, kind: ActionKind::Rewrite, change: Change::Edits(edits) };
            moved(&mut action, &part);
            return Some(action);
        };
        let before = self.world.read(&self.world.relative(path))?.to_string();
        let route = alignment::route(contract, self.world);
        let edits = declared(&before, 0, &before, whole, &written, route.as_deref())?;
        let change = FileChange::Edit { path: path.to_path_buf(), before, edits };
        Some(Action { title, kind: ActionKind::Rewrite, change: Change::Files(vec![change]) })
    }
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
fn extract(
    document: &Document,
    page: &Page<'_>,
    index: usize,
    part: &PagePart<'_>,
    world: &dyn World,
) -> Option<Action> {
    page.manifests.contains(&index).then_some(())?;
    let element = page.dom.elements.get(index)?;
    let content = page.text.get(element.content.clone()).filter(|content| !content.trim().is_empty())?;
    let own = world.path()?;
    let target: PathBuf = own.parent()?.join(WELL_KNOWN);
    (world.path_kind(WELL_KNOWN) == PathKind::Nothing).then_some(())?;
    let file = FileChange::Create { path: target, text: dedented(content) };
    let page_change = FileChange::Edit {
        path: Path::new(own).to_path_buf(),
        before: document.text().to_string(),
        edits: vec![Edit::delete(part.seams.span(with_line(page.text, element.span.clone().into())))],
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
