//! Manifests in files and manifests in pages.

/// Where a manifest is. This decides who sees its names and how deep its outline is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManifestKind {
    /// In a file: all pages of the workspace see it.
    File,
    /// In a script of a page: only that page sees it.
    Page { depth: u32 },
}
