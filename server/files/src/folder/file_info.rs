//! What a name in a folder is, and what is known of a file besides its content.

/// What a name in a folder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Folder,
    Link,
    Other,
}

/// What is known of a file besides its content: permissions and owner.
#[derive(Clone, Debug)]
pub struct About {
    pub(crate) kind: Kind,
    /// How many names the file has.
    pub(crate) names: u64,
    /// Two equal identities are one file; always zero where that is not known.
    pub(crate) identity: (u64, u64),
    pub(crate) permissions: std::fs::Permissions,
    #[cfg(unix)]
    pub(crate) owner: (u32, u32),
    /// The access list and what programs noted on the file.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    pub(crate) attributes: super::attributes::Attributes,
}
