//! A manifest for a folder of pages.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde_json::{Map, Value, json};

use super::entry;
use crate::page::resolve;
use crate::page::{Page, wholes};
use crate::syntax::html::visible_text;
use crate::vocabulary::patterns::Pattern;

/// A page of the folder.
pub struct FolderPage<'a> {
    /// Its route; `None` for a component, whose actions count too.
    pub route: Option<String>,
    pub page: Page<'a>,
}

/// A manifest that declares the actions and data views of some pages, and where they are. If several pages have an
/// action, it gets the fields of all of them.
pub fn manifest(name: &str, origin: &str, sources: &[FolderPage<'_>]) -> Value {
    let mut actions: BTreeMap<String, Value> = BTreeMap::new();
    let mut data: BTreeMap<String, Value> = BTreeMap::new();
    let mut pages = Map::new();
    for source in sources {
        let names: BTreeSet<&str> = resolve::actions(&source.page).into_keys().collect();
        let own: Vec<&str> = names
            .iter()
            .copied()
            .filter(|name| Pattern::Action.fits(name))
            .filter(|name| !wholes(name).any(|whole| names.contains(whole)))
            .collect();
        for action in &own {
            let new = entry::action(&source.page, action);
            match actions.get_mut(*action) {
                Some(old) => merge(old, &new),
                None => drop(actions.insert((*action).to_owned(), new)),
            }
        }
        let views = views(&source.page, &names);
        for view in &views {
            data.entry((*view).to_owned()).or_insert_with(|| entry::view(&source.page, view));
        }
        if let Some(route) = &source.route {
            let title = title(&source.page).unwrap_or_else(|| route_title(route));
            let mut page = Map::new();
            page.insert("title".to_owned(), title.into());
            if !own.is_empty() {
                page.insert("actions".to_owned(), own.into());
            }
            if !views.is_empty() {
                page.insert("data".to_owned(), views.into_iter().collect::<Vec<_>>().into());
            }
            pages.insert(route.clone(), page.into());
        }
    }
    let mut manifest = Map::new();
    manifest.insert("version".to_owned(), "0.1".into());
    manifest.insert("site".to_owned(), json!({"name": name, "origin": origin}));
    manifest.insert("actions".to_owned(), actions.into_iter().collect::<Map<_, _>>().into());
    if !data.is_empty() {
        manifest.insert("data".to_owned(), data.into_iter().collect::<Map<_, _>>().into());
    }
    if !pages.is_empty() {
        manifest.insert("pages".to_owned(), pages.into());
    }
    manifest.into()
}

/// The data views of a page. An element with the name of an action shows the result of the action.
fn views<'p>(page: &'p Page<'_>, actions: &BTreeSet<&str>) -> BTreeSet<&'p str> {
    let shown = page.annotated.iter().filter(|one| one.shows_data()).filter_map(|one| one.text("action"));
    shown
        .filter(|name| Pattern::Action.fits(name) && !actions.contains(name))
        .filter(|name| !wholes(name).any(|whole| actions.contains(whole)))
        .collect()
}

/// The text of a manifest file.
pub fn written(manifest: &Value) -> String {
    format!("{manifest:#}\n")
}

/// Adds the properties that an entry does not have yet. A property is required only if all pages require it.
fn merge(old: &mut Value, new: &Value) {
    let required = |entry: &Value| -> Vec<Value> {
        entry.pointer("/inputSchema/required").and_then(Value::as_array).cloned().unwrap_or_default()
    };
    let news: HashSet<String> = required(new).iter().map(Value::to_string).collect();
    let both: Vec<Value> =
        required(old).into_iter().filter(|name| news.contains(&name.to_string())).collect();
    let added =
        new.pointer("/inputSchema/properties").and_then(Value::as_object).cloned().unwrap_or_default();
    if let Some(properties) = old.pointer_mut("/inputSchema/properties").and_then(Value::as_object_mut) {
        for (name, property) in added {
            properties.entry(name).or_insert(property);
        }
    }
    if let Some(schema) = old.get_mut("inputSchema").and_then(Value::as_object_mut)
        && schema.contains_key("required")
    {
        match both.is_empty() {
            true => drop(schema.shift_remove("required")),
            false => drop(schema.insert("required".to_owned(), both.into())),
        }
    }
}

/// The title of a page: its `title` element, otherwise its first heading.
pub fn title(page: &Page<'_>) -> Option<String> {
    let named = |name: &str| page.dom.elements.iter().find(|element| element.is(page.text, name));
    ["title", "h1"].into_iter().find_map(|name| {
        let element = named(name)?;
        // The content of `title` is text, not markup.
        let said = match name {
            "title" => crate::syntax::html::decode(page.text.get(element.content.clone())?).trim().to_owned(),
            _ => visible_text(page.text, element.content.clone()),
        };
        (!said.is_empty() && !crate::syntax::template::is_dynamic(&said)).then_some(said)
    })
}

fn route_title(route: &str) -> String {
    let last = route.trim_matches('/').rsplit('/').next().unwrap_or("");
    if last.is_empty() { "Start".to_owned() } else { entry::title(&last.replace('_', "-")) }
}
