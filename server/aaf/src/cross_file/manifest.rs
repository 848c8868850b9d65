//! A manifest whose pieces are compared with each other: which keys it has, what is not closed, and its entries.

use std::collections::HashMap;
use std::ops::Range;

use agmark_schema::json;
use agmark_syntax::{Diagnostic, Document, Span};

use crate::analysis::chunk::{ChunkData, ManifestPart};
use crate::cross_file::summary::FileSummary;
use crate::manifest::check::{self, RootKey};
use crate::manifest::model::{Manifest, Part};
use crate::rules;

/// A piece of a manifest.
#[derive(Clone, Copy)]
pub struct ManifestPiece<'a> {
    pub start: usize,
    pub part: &'a ManifestPart,
    pub manifest: &'a Manifest,
}

/// The pieces of a manifest file, in order.
pub fn pieces(document: &Document) -> Vec<ManifestPiece<'_>> {
    let chunks = document.cross_file_chunks();
    chunks
        .filter_map(|(start, chunk)| {
            let (Some(ChunkData::Manifest(part)), Some(FileSummary::Manifest(manifest))) =
                (chunk.data(), chunk.summary())
            else {
                return None;
            };
            Some(ManifestPiece { start, part, manifest })
        })
        .collect()
}

/// The diagnostics that need more than one piece.
pub fn check(pieces: &[ManifestPiece<'_>]) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return out };
    report_unclosed(pieces, last, &mut out);
    let keys = keys(pieces);
    report_duplicates(&keys, &mut out);
    let is_unclosed = !last.part.open.is_empty() || pieces.iter().any(|piece| piece.part.is_unclosed);
    if is_unclosed {
        return out;
    }
    let root = Span::new(first.start + first.part.start, last.start + last.part.end);
    let is_object = first.part.is_object;
    let is_whole = is_object && pieces.iter().all(|piece| piece.part.is_whole);
    rules::check_shape(&check::check_keys(&keys, root, is_whole), &mut out);
    for piece in pieces {
        out.extend(piece.part.withheld.iter().map(|finding| finding.clone().shifted(piece.start)));
    }
    let parts: Vec<_> =
        pieces.iter().map(|piece| Part { start: piece.start, manifest: piece.manifest }).collect();
    rules::check_entries(&parts, &mut out);
    out
}

/// The keys of the manifest itself, in document coordinates.
fn keys(pieces: &[ManifestPiece<'_>]) -> Vec<RootKey> {
    let shifted = |range: &Range<usize>, by: usize| range.start + by..range.end + by;
    pieces
        .iter()
        .flat_map(|piece| piece.part.keys.iter().map(|one| (piece.start, one)))
        .map(|(start, one)| {
            let mut one = one.clone();
            one.key.span = shifted(&one.key.span, start);
            one
        })
        .collect()
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
fn report_unclosed(pieces: &[ManifestPiece<'_>], last: &ManifestPiece<'_>, out: &mut Vec<Diagnostic>) {
    let count = last.part.open.len();
    for (depth, open) in last.part.open.iter().enumerate() {
        let opener = pieces.iter().rev().find_map(|piece| {
            let start = piece.part.open.get(depth)?.start?;
            Some(piece.start + start)
        });
        let Some(opener) = opener else { continue };
        // The reader of the last piece closes what is open inside.
        let is_innermost = depth + 1 == count && !last.part.leaves_more_open;
        let end = is_innermost.then_some(last.start + last.part.end);
        rules::check_json(&[json::unclosed(opener, open.is_map, end)], out);
    }
}
