//! What a person could want to do with a selection.

use agmark_syntax::{Action, ActionKind, Change, Document, Edit, Span, World};
use serde_json::{Value, json};

use super::collapse::collapse;
use super::commands::{APPLY, CONVERT, DIFF, RENUMBER, VIEW};
use super::cursor::Cursor;
use crate::cross_file;
use crate::syntax::context::{Context, Front};
use crate::syntax::element::{Element, ElementItem};
use crate::syntax::entry::{DocumentPart, EntryKind, each};
use crate::syntax::line::Head;

pub fn actions(document: &Document, world: &dyn World, selection: Span) -> Vec<Action> {
    let mut all = Vec::new();
    let offset = selection.start as usize;
    let Some(cursor) = Cursor::of(document, offset) else { return all };
    if is_aria(document) {
        all.push(command("convert the document to ANML", ActionKind::Source, CONVERT, Value::Null));
        return all;
    }
    if cross_file::meta(document, "type").as_deref() == Some("diff") {
        if let Some(base) = cross_file::base(document, world) {
            all.push(command(&format!("apply the diff to {base}"), ActionKind::Source, APPLY, Value::Null));
        }
        return all;
    }
    if cursor.context.front == Front::Over || !cursor.line.starts_with("---") {
        all.extend(states_behind(&cursor));
        if let Some((edit, words)) = collapse(document, offset) {
            all.push(Action {
                title: format!("collapse to a summary, `~ {words}`"),
                kind: ActionKind::Rewrite,
                change: Change::Edits(vec![edit]),
            });
        }
    }
    if document.text().is_empty() {
        return all;
    }
    all.push(command("renumber the refs from 1", ActionKind::Rewrite, RENUMBER, Value::Null));
    let views = [
        ("view what agents act on", json!({ "filter": "interactive" })),
        ("view without what is passive", json!({ "filter": "compact" })),
        ("view two levels", json!({ "depth": 2 })),
        ("view in 50 lines", json!({ "budget": 50 })),
    ];
    all.extend(views.into_iter().map(|(title, options)| command(title, ActionKind::Source, VIEW, options)));
    let own = world.path().and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
    let others =
        world.entries("").into_iter().filter(|entry| !entry.is_folder && entry.name.ends_with(".anml"));
    // A file without a summary is a diff or empty.
    let snapshot = |entry: &agmark_syntax::FolderEntry| {
        own.as_ref().is_some_and(|own| *own != entry.name) && !world.summaries(&entry.name).is_empty()
    };
    for other in others.filter(snapshot) {
        let title = format!("diff with {}", other.name);
        all.push(command(&title, ActionKind::Source, DIFF, json!({ "with": other.name })));
    }
    all
}

fn command(title: &str, kind: ActionKind, id: &'static str, options: Value) -> Action {
    Action { title: title.to_owned(), kind, change: Change::Command(id, options) }
}

/// Whether the document is an ARIA snapshot, by its first clear chunk.
fn is_aria(document: &Document) -> bool {
    let head = document.text().slice(0..document.text().floor(document.text().len().min(4096)));
    crate::syntax::stream::is_aria(&head)
}

/// The line with its states after its attributes, as in canonical form.
fn states_behind(cursor: &Cursor) -> Option<Action> {
    if cursor.line.trim().is_empty() {
        return None;
    }
    let content = Head::of(&cursor.line).content;
    let text = cursor.line.get(content..)?;
    let mut found = None;
    each(text, Context { front: Front::Over, ..Context::default() }, &mut |item| {
        if let DocumentPart::Line(entry) = item
            && let EntryKind::Element(element) = &entry.kind
            && element.is_sound(entry.text)
            && is_mixed(element)
        {
            let mut line = String::new();
            entry.write(&mut line);
            found = Some(line);
        }
    });
    let span = Span::new(cursor.start + content, cursor.start + cursor.line.len());
    found.map(|line| Action {
        title: "move the states after the attributes".to_owned(),
        kind: ActionKind::Rewrite,
        change: Change::Edits(vec![Edit::replace(span, line)]),
    })
}

/// Whether a state is before an attribute.
fn is_mixed(element: &Element) -> bool {
    let mut state = false;
    element.items.iter().any(|item| match item {
        ElementItem::Other(_) => {
            state = true;
            false
        }
        ElementItem::Attribute(_) => state,
    })
}
