//! The manifest (6.4): a site's actions, data views and pages, in a file or in a page's own script.

pub mod check;
pub mod names;
pub mod outline;
pub mod shape;

use agmark_schema::{Parsed, json};
use agmark_syntax::{Document, work};

use crate::analysis::Analysis;
use crate::data::ChunkData;
use crate::rules;
use crate::site::Site;
use crate::template;

/// Where a manifest stands, which decides who sees its names and how deep its outline is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// A file of its own: all pages of the workspace see it.
    File,
    /// A script of a page: the manifest of that page.
    Page { depth: u32 },
}

/// Adds what a manifest says to the analysis, and returns what it declares. `text` starts at byte `offset` of the chunk. A
/// file keeps the tree. `None` where a template writes it.
pub fn add(text: &str, offset: usize, home: Home, analysis: &mut Analysis) -> Option<Site> {
    work::add(text.len());
    let parsed = json::parse_at(text, offset);
    if home != Home::File && is_template(text, &parsed) {
        return None;
    }
    rules::check_manifest(&parsed, check::check(&parsed), &mut analysis.diagnostics);
    names::add(&parsed.root, home, analysis);
    outline::add(&parsed.root, home, analysis);
    let site = Site::of(&parsed);
    if home == Home::File {
        analysis.data = Some(ChunkData::Manifest(parsed));
    }
    Some(site)
}

/// The tree of a manifest file, which it keeps.
pub fn kept(document: &Document) -> Option<&Parsed> {
    document.chunks().iter().find_map(|(_, chunk)| match chunk.data()? {
        ChunkData::Manifest(tree) => Some(tree),
        ChunkData::Page(_) => None,
    })
}

/// Whether a template writes the manifest of a page: then what stands here need not be JSON.
fn is_template(text: &str, parsed: &Parsed) -> bool {
    !parsed.problems.is_empty()
        && ["{{", "{%", "<%", "<?"].iter().any(|mark| text.contains(mark))
        && template::is_dynamic(text)
}
