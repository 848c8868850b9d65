//! Refs that stay with their elements from one snapshot to the next.
//!
//! Refs are valid for one snapshot. A tool that numbers again gives most elements other refs, and a diff would contain
//! all of them. Here the new snapshot gets the old refs, if role, name and position match, before both are compared.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use agmark_syntax::Document;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::align::{Step, align_by_looks};
use super::error::{Error, Side, snapshot};
use crate::Anml;
use crate::diff::snapshot::{Kind, Snapshot};
use crate::syntax::context::{Context, Front};
use crate::syntax::entry::{DocumentPart, EntryKind, each};
use crate::syntax::refs::REF;

/// `new` with the refs of `old`: an element that both have keeps the one that it had; others get refs that `old` does
/// not have, their own where they can.
///
/// # Errors
/// When one of them has errors, or is a diff itself.
pub fn keep_refs(old: &str, new: &str) -> Result<String, Error> {
    let (before, after) = (snapshot(old, Side::First)?, snapshot(new, Side::Second)?);
    let names = Keeper { old: &before, new: &after, names: FxHashMap::default() }.run();
    let names = complete(names, &before, &after);
    Ok(renamed(new, &names))
}

struct Keeper<'a> {
    old: &'a Snapshot,
    new: &'a Snapshot,
    /// The old ref of each new one.
    names: FxHashMap<String, String>,
}

impl Keeper<'_> {
    fn run(mut self) -> FxHashMap<String, String> {
        let looks = (looks(self.old), looks(self.new));
        let mut work = vec![(None, None)];
        while let Some((a, b)) = work.pop() {
            let (ours, theirs) = (self.old.children(a), self.new.children(b));
            for step in align_by_looks(self.old, self.new, &ours, &theirs, (&looks.0, &looks.1)) {
                let Step::Both(a, b) = step else { continue };
                match self.old.lines[a].kind {
                    Kind::Element => {
                        self.pair(self.old.reference(a), self.new.reference(b));
                        work.push((Some(a), Some(b)));
                    }
                    Kind::Row => self.row(a, b),
                    Kind::Content | Kind::Summary => {}
                }
            }
        }
        self.names
    }

    fn pair(&mut self, old: Option<&str>, new: Option<&str>) {
        if let (Some(old), Some(new)) = (old, new) {
            self.names.insert(new.to_owned(), old.to_owned());
        }
    }

    /// Cells of two rows belong together by their place.
    fn row(&mut self, a: usize, b: usize) {
        let (ours, theirs) = (cells(self.old.text(a)), cells(self.new.text(b)));
        for (old, new) in ours.iter().zip(&theirs) {
            if let (Some(old), Some(new)) = (old, new)
                && old.looks == new.looks
            {
                self.pair(Some(&old.reference), Some(&new.reference));
            }
        }
    }
}

/// An element in a cell.
struct CellElement {
    reference: String,
    /// Role and name.
    looks: u64,
    /// The whole line without the ref.
    rest: String,
}

/// The elements of a row's cells; `None` for a cell with a text.
fn cells(row: &str) -> Vec<Option<CellElement>> {
    let mut all = Vec::new();
    each(row, Context { front: Front::Over, ..Context::default() }, &mut |item| {
        let DocumentPart::Line(entry) = item else { return };
        let EntryKind::Row(row) = &entry.kind else { return };
        all = row
            .cells
            .iter()
            .map(|cell| {
                let element = cell.element.as_deref()?;
                let text = entry.text;
                let (role, reference) = (element.role, element.reference?);
                Some(CellElement {
                    reference: element.reference_name()?.text(text).to_owned(),
                    looks: crate::cross_file::targets::head(element, text),
                    rest: format!(
                        "{}{}",
                        role.text(text),
                        &text[reference.span.end as usize..element.span.end as usize]
                    ),
                })
            })
            .collect();
    });
    all
}

/// The hashes of all subtrees, without refs.
fn looks(snapshot: &Snapshot) -> Vec<u64> {
    let mut looks = vec![0; snapshot.lines.len()];
    for index in (0..looks.len()).rev() {
        let mut hasher = FxHasher::default();
        match snapshot.lines[index].kind {
            Kind::Element => snapshot.without_ref(index).hash(&mut hasher),
            Kind::Row => {
                let text = snapshot.text(index);
                let cells = cells(text);
                if cells.iter().all(Option::is_none) {
                    text.hash(&mut hasher);
                } else {
                    let mut rest = text;
                    for cell in cells.iter().flatten() {
                        let name = format!("#{}", cell.reference);
                        let (before, after) = rest.split_once(&*name).unwrap_or((rest, ""));
                        (before, &cell.rest).hash(&mut hasher);
                        rest = after;
                    }
                    rest.hash(&mut hasher);
                }
            }
            Kind::Content | Kind::Summary => snapshot.text(index).hash(&mut hasher),
        }
        let mut child = index + 1;
        while child < snapshot.lines[index].end {
            looks[child].hash(&mut hasher);
            child = snapshot.lines[child].end;
        }
        looks[index] = hasher.finish();
    }
    looks
}

/// Assigns refs to new elements: their own, if it is free, otherwise the next number.
fn complete(
    mut names: FxHashMap<String, String>,
    old: &Snapshot,
    new: &Snapshot,
) -> FxHashMap<String, String> {
    let mut taken: FxHashSet<String> = old.refs.keys().cloned().collect();
    let mut fresh: Vec<(usize, &String)> = new
        .refs
        .iter()
        .filter(|(name, _)| !names.contains_key(*name))
        .map(|(name, line)| (*line, name))
        .collect();
    // In the order of the document; cells of one row by their refs.
    fresh.sort_unstable();
    let mut highest: FxHashMap<String, u64> = FxHashMap::default();
    for name in old.refs.keys().chain(new.refs.keys()) {
        let (prefix, number) = parts(name);
        let known = highest.entry(prefix.to_owned()).or_default();
        *known = (*known).max(number);
    }
    for (_, name) in fresh {
        let mut given = name.clone();
        while !taken.insert(given.clone()) {
            let prefix = parts(name).0;
            let number = highest.entry(prefix.to_owned()).or_default();
            *number = number.saturating_add(1);
            given = format!("{prefix}{number}");
        }
        names.insert(name.clone(), given);
    }
    names
}

/// The letters of a ref, and its number.
fn parts(name: &str) -> (&str, u64) {
    let start = name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    (&name[..start], name[start..].parse().unwrap_or(0))
}

/// A text whose refs, and what refers to them, are other ones.
fn renamed(text: &str, names: &FxHashMap<String, String>) -> String {
    let document = Document::new(Arc::new(Anml), text);
    let mut places = Vec::new();
    for (start, chunk) in document.chunks().iter() {
        let analysis = chunk.analysis();
        let definitions = analysis.definitions.iter().map(|d| (&d.name, d.span));
        let references = analysis.references.iter().map(|r| (&r.name, r.span));
        for (name, span) in definitions.chain(references).filter(|(name, _)| name.space == REF) {
            places.extend(names.get(&*name.text).map(|new| (span.shifted(start), new)));
        }
    }
    places.sort_by_key(|(span, _)| *span);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (span, new) in places {
        out.push_str(&text[at..span.start as usize]);
        out.push_str(new);
        at = span.end as usize;
    }
    out.push_str(&text[at..]);
    out
}
