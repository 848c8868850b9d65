//! A manifest whose pieces are compared with each other: which keys it has, what is not closed, and its entries.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use agmark_schema::json;
use agmark_syntax::{ChunkGroup, Diagnostic, Document, Span};

use crate::cross_file::entries::Entries;
use crate::cross_file::manifest_group::{ManifestGroup, ManifestPiece};
use crate::manifest::check::{self, RootKey};
use crate::rules;

/// The diagnostics of a manifest file that need more than one piece.
pub fn check(document: &Document, groups: &[(ChunkGroup<'_>, Arc<ManifestGroup>)]) -> Vec<Diagnostic> {
    let groups_with_starts: Vec<_> = groups.iter().map(|(place, group)| (place.start, &**group)).collect();
    check_groups(&groups_with_starts, &Entries::of(document, groups))
}

/// The diagnostics of a manifest that is one piece, as those of several.
pub fn check_alone(piece: ManifestPiece<'_>) -> Vec<Diagnostic> {
    let group = ManifestGroup::of(&[piece]);
    check_groups(&[(0, &group)], &Entries::alone(piece.start, piece.manifest))
}

fn check_groups(groups: &[(usize, &ManifestGroup)], entries: &Entries<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let (Some((start, first)), Some((end, last))) = (groups.first(), groups.last()) else { return out };
    report_unclosed(groups, (*end, last), &mut out);
    // The keys of the manifest itself, in document coordinates.
    let keys = groups.iter().flat_map(|(start, group)| group.keys.iter().map(|one| one.shifted(*start)));
    let keys: Vec<RootKey> = keys.collect();
    report_duplicates(&keys, &mut out);
    if !last.open.is_empty() || groups.iter().any(|(_, group)| group.is_unclosed) {
        return out;
    }
    let root = Span::new(start + first.start, end + last.end);
    let is_whole = first.is_object && groups.iter().all(|(_, group)| group.is_whole);
    rules::check_shape(&check::check_keys(&keys, root, is_whole), &mut out);
    for (start, group) in groups {
        out.extend(group.withheld.iter().map(|finding| finding.clone().shifted(*start)));
    }
    rules::check_entries(entries, &mut out);
    out
}

fn report_duplicates(keys: &[RootKey], out: &mut Vec<Diagnostic>) {
    let mut seen: HashMap<&str, Range<usize>> = HashMap::new();
    for RootKey { key, .. } in keys.iter().filter(|one| one.key.style != agmark_schema::Style::Absent) {
        match seen.get(key.text.as_str()) {
            Some(first) => rules::check_json(&[json::duplicate_key(key, first.clone())], out),
            None => drop(seen.insert(&key.text, key.span.clone())),
        }
    }
}

/// Reports the containers that the last piece leaves open, at the piece that opened them.
fn report_unclosed(
    groups: &[(usize, &ManifestGroup)],
    (start, last): (usize, &ManifestGroup),
    out: &mut Vec<Diagnostic>,
) {
    for (depth, is_map) in last.open.iter().enumerate() {
        let opener = groups.iter().rev().find_map(|(start, group)| {
            let opener = group.openers.get(depth).copied().flatten()?;
            Some(start + opener)
        });
        let Some(opener) = opener else { continue };
        // The reader of the last piece closes what is open inside.
        let is_innermost = depth + 1 == last.open.len() && !last.leaves_more_open;
        let end = is_innermost.then_some(start + last.end);
        rules::check_json(&[json::unclosed(opener, *is_map, end)], out);
    }
}
