//! Analysis of a manifest: in a file, or in a script of a page.

use std::collections::HashSet;

use agmark_schema::{Parsed, ProblemKind, json};
use agmark_syntax::work;

use super::chunk::{Analysis, ChunkData, ManifestPart};
use super::manifest_kind::ManifestKind;
use super::{manifest_names, manifest_outline};
use crate::cross_file::summary::FileSummary;
use crate::manifest::check::{self, ShapeError};
use crate::manifest::members::members;
use crate::manifest::model::{self, Manifest};
use crate::rules;
use crate::syntax::manifest::PieceStart;

/// Analyzes a piece of a manifest file.
pub fn piece(text: &str, start: &PieceStart) -> Analysis {
    work::add(text.len());
    let mut piece = json::read_piece(text, start.keys());
    let parsed = &mut piece.parsed;
    drop_counted_duplicates(parsed);
    let mut analysis = Analysis::default();
    rules::check_json(&parsed.problems, &mut analysis.diagnostics);
    let (errors, keys) = check::check_piece(parsed);
    let (values, others): (Vec<_>, Vec<_>) = errors.into_iter().partition(ShapeError::is_about_value);
    rules::check_shape(&values, &mut analysis.diagnostics);
    let mut withheld = Vec::new();
    rules::check_shape(&others, &mut withheld);
    rules::check_content(parsed, &mut analysis.diagnostics);
    manifest_names::add(&parsed.root, ManifestKind::File, &start.origin, &mut analysis);
    manifest_outline::add(&parsed.root, ManifestKind::File, &mut analysis);
    let edges = manifest_outline::edges(&piece, &mut analysis.folds);
    let parsed = &piece.parsed;
    let is_open = !piece.open.is_empty();
    analysis.summary = Some(FileSummary::Manifest(Manifest { is_open, ..Manifest::of(parsed) }));
    analysis.cross_file = true;
    analysis.data = Some(ChunkData::Manifest(ManifestPart {
        keys,
        withheld,
        is_unclosed: parsed.problems.iter().any(|problem| problem.kind == ProblemKind::Unclosed),
        is_whole: parsed.complete && !parsed.problems.iter().any(check::hides_keys),
        leaves_more_open: piece.leaves_more_open,
        is_object: parsed.root.as_map().is_some(),
        start: parsed.root.span.start,
        open: piece.open,
        end: piece.end,
        edges,
    }));
    analysis
}

/// Removes the problems of keys that are given twice, if a later piece could have the same key: those of the manifest
/// itself and those that are names. They are found over all pieces.
fn drop_counted_duplicates(parsed: &mut Parsed) {
    if parsed.problems.iter().all(|problem| problem.kind != ProblemKind::DuplicateKey) {
        return;
    }
    let root = members(Some(&parsed.root)).iter();
    let names = manifest_names::REGISTRIES.iter().flat_map(|registry| members(parsed.root.get(registry)));
    let counted: HashSet<usize> = root
        .chain(names.filter(|entry| manifest_names::is_name(&entry.key.text)))
        .map(|member| member.key.span.start)
        .collect();
    parsed.problems.retain(|one| one.kind != ProblemKind::DuplicateKey || !counted.contains(&one.span.start));
}

/// Adds the facts of the manifest in a script of a page to the analysis. `text` starts at byte `offset` of the chunk.
pub fn add(text: &str, offset: usize, home: ManifestKind, analysis: &mut Analysis) {
    work::add(text.len());
    let parsed = json::parse_at(text, offset);
    if model::is_template(text, &parsed) {
        return;
    }
    rules::check_manifest(&parsed, &check::check(&parsed), &mut analysis.diagnostics);
    manifest_names::add(&parsed.root, home, "", analysis);
    manifest_outline::add(&parsed.root, home, analysis);
}
