//! Where a manifest is.

/// Where a manifest stands, which decides who sees its names and how deep its outline is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManifestKind {
    /// A file of its own: all pages of the workspace see it.
    File,
    /// A script of a page: the manifest of that page.
    Page { depth: u32 },
}
