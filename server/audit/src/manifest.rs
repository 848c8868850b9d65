//! The manifest of a page.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_aaf::coverage::{AuditedPage, ManifestCheck};
use agmark_aaf::manifest::model::Manifest;
use agmark_syntax::Text;

/// The path of a site's manifest.
pub const WELL_KNOWN: &str = ".well-known/agent-manifest.json";

/// Maximum length of a manifest, in bytes.
const MAX_MANIFEST_BYTES: usize = 10 << 20;

/// A manifest with its text.
#[derive(Clone, Debug)]
pub struct ManifestFile {
    /// Its path or address in reports.
    pub name: String,
    pub text: Arc<str>,
    /// The text with its lines.
    pub ready: Text,
    pub contract: ManifestCheck,
    /// The names of its actions.
    pub actions: Arc<BTreeSet<String>>,
}

impl ManifestFile {
    pub fn new(name: String, text: &str) -> Self {
        let actions = Manifest::read(text, 0).actions.into_iter().map(|action| action.id).collect();
        let contract = ManifestCheck::of_file(text);
        ManifestFile { name, text: text.into(), ready: Text::new(text), contract, actions: Arc::new(actions) }
    }

    /// A manifest that exists but cannot be read, or is not a manifest.
    pub fn unreadable(reason: String) -> Self {
        let (ready, contract) = (Text::new(""), ManifestCheck::none(Some(reason)));
        ManifestFile { name: String::new(), text: "".into(), ready, contract, actions: Arc::default() }
    }
}

/// The manifest of a page: the one of the options or of the site, else the one in the page.
pub fn of_page<'g>(subject: &AuditedPage<'_>, served: Option<&'g ManifestFile>) -> Cow<'g, ManifestCheck> {
    match (served, subject.embedded_manifest()) {
        // Some servers send a page for every address: it is not a manifest.
        (Some(served), None) => Cow::Borrowed(&served.contract),
        (Some(served), Some(_)) if served.contract.given => Cow::Borrowed(&served.contract),
        (_, Some((content, offset))) => Cow::Owned(ManifestCheck::of_script(content, offset)),
        (None, None) => Cow::Owned(ManifestCheck::none(None)),
    }
}

/// The path of the manifest for a page in a file: in `.well-known` or `public/.well-known` of the page's folder or of
/// a parent folder, up to `root`.
pub fn beside(page: &Path, root: &Path) -> Option<PathBuf> {
    let own = page.parent()?;
    let folders = own.ancestors().take_while(|folder| folder.starts_with(root));
    folders
        .flat_map(|folder| [folder.join(WELL_KNOWN), folder.join("public").join(WELL_KNOWN)])
        .find(|path| path.is_file())
}

/// Reads a manifest.
///
/// # Errors
/// The reason, if it cannot be read.
pub fn read(path: &Path, name: String) -> Result<ManifestFile, String> {
    let bytes = agmark_files::read_bytes(path, MAX_MANIFEST_BYTES)
        .map_err(|error| format!("{name}: {}", error.reason()))?;
    Ok(ManifestFile::new(name, &String::from_utf8_lossy(&bytes)))
}
