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

/// The planner for a manifest.
///
/// # Errors
/// If the manifest cannot be read or is invalid.
pub fn load(manifest: &Path) -> anyhow::Result<Planner> {
    let text = files::read(manifest)?;
    Planner::new(&text).map_err(|why| {
        let name = shown(manifest, Path::new(""));
        anyhow::anyhow!("{}: {why}: check it with `agmark check`", plain(&name))
    })
}
