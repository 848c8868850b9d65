//! The type and the metadata of a file.

/// The type of an entry of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Folder,
    Link,
    Other,
}

/// The type, permissions and owner of a file.
#[derive(Clone, Debug)]
pub struct About {
    pub(crate) kind: Kind,
    /// The number of hard links.
    pub(crate) names: u64,
    /// Equal for the same file; always zero if unknown.
    pub(crate) identity: (u64, u64),
    pub(crate) permissions: std::fs::Permissions,
    #[cfg(unix)]
    pub(crate) owner: (u32, u32),
    /// The access list and attributes of programs.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    pub(crate) attributes: super::attributes::Attributes,
}
