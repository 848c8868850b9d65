//! The planner of a site: it makes prompts and reads the replies of models.

use std::path::Path;

use agmark_aaf::planner::plan::Planner;
use agmark_aaf::site::address::Origin;
use agmark_workspace::files;

use crate::report::shown;
use crate::terminal::plain;

/// Reads the origin of a site from a command line.
pub fn origin(text: &str) -> Result<Origin, String> {
    let expected = "not the origin of a site: write scheme, host and port, as in https://example.com";
    Origin::exactly(text).ok_or_else(|| expected.to_owned())
}

/// The planner for the manifest in a file.
///
/// # Errors
/// If the manifest cannot be read or is invalid.
pub fn load(manifest: &Path) -> anyhow::Result<Planner> {
    of_text(&shown(manifest, Path::new("")), &files::read(manifest)?)
}

/// The planner for a manifest. `name` is the name of the manifest in messages.
///
/// # Errors
/// If the manifest is invalid.
pub fn of_text(name: &str, manifest: &str) -> anyhow::Result<Planner> {
    Planner::new(manifest)
        .map_err(|why| anyhow::anyhow!("{}: {why}: check it with `agmark check`", plain(name)))
}
