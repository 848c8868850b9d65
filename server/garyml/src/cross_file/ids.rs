//! Ids that are defined only in files that the document does not include.

use std::collections::HashMap;

use agmark_syntax::{Diagnostic, Document, Edit, Location, Name, Reference, Related, World, work};

use crate::analysis::namespaces::ID;
use crate::cross_file::visibility::VisibleFiles;

/// The maximum number of files that a diagnostic names.
const SHOWN: usize = 8;

pub(super) fn check(document: &Document, world: &dyn World, found: &mut Vec<Diagnostic>) {
    if world.path().is_none() {
        return;
    }
    let mut reach = None;
    let mut hidden: HashMap<&Name, Vec<Location>> = HashMap::new();
    for name in document.names().dangling().filter(|name| name.space == ID) {
        let places = world.definitions(name, true);
        let reach = reach.get_or_insert_with(|| VisibleFiles::of(document, world));
        if !places.is_empty() && !places.iter().any(|place| reach.sees(&place.path)) {
            hidden.insert(name, places);
        }
    }
    if hidden.is_empty() {
        return;
    }
    let names = hidden.keys().filter_map(|name| document.names().get(name));
    let chunks: Vec<_> = names.flat_map(|found| found.references.iter().copied()).collect();
    work::add(chunks.len());
    for (start, chunk) in document.chunks_of(&chunks) {
        for reference in &chunk.analysis().references {
            let Some(places) = hidden.get(&reference.name) else { continue };
            found.extend(finding(document, world, reference, start, places));
        }
    }
}

fn finding(
    document: &Document,
    world: &dyn World,
    reference: &Reference,
    start: usize,
    places: &[Location],
) -> Option<Diagnostic> {
    let (rule, name) = (reference.resolved?, &reference.name);
    let file = world.relative(&places.first()?.path);
    let message = format!("undefined id \"{name}\": \"{file}\" defines it, but is not included");
    let mut finding = rule.at(reference.span.shifted(start), message);
    finding.related.extend(places.iter().take(SHOWN).map(|place| Related {
        path: Some(place.path.clone()),
        span: place.span,
        message: "defined here".to_owned(),
    }));
    let edit = Edit::insert(include_at(document), format!(".Include path={}\n", written(&file)));
    Some(finding.suggest(format!("include \"{file}\""), vec![edit]))
}

/// A path as a value after an equals sign.
fn written(path: &str) -> String {
    if path.contains([' ', '\t', '"', '\'', '[']) {
        crate::syntax::value::quote(path)
    } else {
        path.to_owned()
    }
}

/// The position of a new include: after the line of a `.GaryML` at the start, else before the first header.
fn include_at(document: &Document) -> usize {
    let mut symbols = document.chunks().iter().flat_map(|(start, c)| {
        c.analysis().symbols.iter().map(move |s| (s.name, s.selection.shifted(start)))
    });
    let line_start = |line: usize| document.text().line_start(line);
    match symbols.next() {
        Some((".GaryML", span)) => {
            let next = document.text().line_of(span.end as usize) + 1;
            if next < document.text().line_count() { line_start(next) } else { 0 }
        }
        Some((_, span)) => line_start(document.text().line_of(span.start as usize)),
        None => 0,
    }
}
