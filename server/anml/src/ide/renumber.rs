//! Refs that count from 1 again, in the order of the document, wherever they are named.

use std::collections::BTreeMap;
use std::path::PathBuf;

use agmark_syntax::{Edit, FileChange, Name, Outcome, Request, Span};
use rustc_hash::FxHashMap;

use crate::cross_file::meta;
use crate::resolve::Users;
use crate::syntax::refs::REF;

/// Numbers refs again: each kind (`e`, `r`, `f1e`) from 1, in the order of the document. Updates the action scripts
/// and diffs that name them.
///
/// # Errors
/// Where refs mean elements of another document, or one is there twice.
pub fn renumber(request: &Request<'_>) -> Result<Outcome, String> {
    let document = request.document;
    if meta(document, "type").as_deref() == Some("diff") {
        return Err("the refs of a diff are those of its base: renumber the base and create the diff again"
            .to_owned());
    }
    let mut next: FxHashMap<String, u64> = FxHashMap::default();
    let mut names: Vec<(Name, String)> = Vec::new();
    let users = Users::of_document(request.world);
    let mut seen = rustc_hash::FxHashSet::default();
    for (_, chunk) in document.chunks().iter() {
        for definition in chunk.analysis().definitions.iter().filter(|d| d.name.space == REF) {
            let name = &definition.name;
            if !seen.insert(name.clone()) {
                return Err(format!(
                    "the ref \"#{name}\" is there twice: give one of the two another one first"
                ));
            }
            let prefix = name.text.trim_end_matches(|c: char| c.is_ascii_digit());
            let number = next.entry(prefix.to_owned()).or_default();
            *number += 1;
            // A diff of this document adds an element with this ref.
            while users.adds(&format!("{prefix}{number}")) {
                *number += 1;
            }
            names.push((name.clone(), format!("{prefix}{number}")));
        }
    }
    names.retain(|(name, new)| *name.text != **new);
    if names.is_empty() {
        return Ok(Outcome::Message("the refs are in order already".to_owned()));
    }
    let mut own = Vec::new();
    let mut others: BTreeMap<PathBuf, Vec<Edit>> = BTreeMap::new();
    for (name, new) in &names {
        let places = document.definitions(name).into_iter().map(|d| d.span).chain(document.references(name));
        own.extend(places.map(|span| Edit::replace(span, new.clone())));
        for place in users.places(&name.text) {
            others.entry(place.path.to_path_buf()).or_default().push(Edit::replace(place.span, new.clone()));
        }
    }
    let order = |edit: &Edit| -> Span { edit.span };
    own.sort_by_key(order);
    own.dedup();
    if others.is_empty() {
        return Ok(Outcome::Edits(own));
    }
    let text = document.text();
    let path = request.world.path().ok_or("save the document first: other files name its refs")?;
    let before = text.slice(0..text.len()).into_owned();
    let mut changes = vec![FileChange::Edit { path: path.to_owned(), before, edits: own }];
    for (path, mut edits) in others {
        let relative = request.world.relative(&path);
        let Some(text) = request.world.read(&relative) else { continue };
        edits.sort_by_key(order);
        edits.dedup();
        changes.push(FileChange::Edit { path, before: text.slice(0..text.len()).into_owned(), edits });
    }
    Ok(Outcome::Change(changes))
}
