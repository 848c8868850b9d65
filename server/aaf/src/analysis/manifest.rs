//! Analysis of a manifest: in a file, or in a script of a page.

use agmark_schema::{Parsed, json};
use agmark_syntax::work;

use super::chunk::{Analysis, ChunkData};
use super::manifest_kind::ManifestKind;
use super::{manifest_names, manifest_outline};
use crate::manifest::check;
use crate::manifest::model::Manifest;
use crate::rules;
use crate::syntax::template;

/// Adds the facts of a manifest to the analysis and returns the manifest. `text` starts at byte `offset` of the chunk.
/// A file keeps its tree. `None` if a template writes the manifest.
pub fn add(text: &str, offset: usize, home: ManifestKind, analysis: &mut Analysis) -> Option<Manifest> {
    work::add(text.len());
    let parsed = json::parse_at(text, offset);
    if home != ManifestKind::File && is_template(text, &parsed) {
        return None;
    }
    rules::check_manifest(&parsed, &check::check(&parsed), &mut analysis.diagnostics);
    manifest_names::add(&parsed.root, home, analysis);
    manifest_outline::add(&parsed.root, home, analysis);
    let site = Manifest::of(&parsed);
    if home == ManifestKind::File {
        analysis.data = Some(ChunkData::Manifest(parsed));
    }
    Some(site)
}

/// Whether a template writes the manifest of a page. Then its text does not have to be JSON.
fn is_template(text: &str, parsed: &Parsed) -> bool {
    !parsed.problems.is_empty()
        && ["{{", "{%", "<%", "<?"].iter().any(|mark| text.contains(mark))
        && template::is_dynamic(text)
}
