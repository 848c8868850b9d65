//! An open folder and what is done with the names in it. On Unix every call counts from the open folder, so that
//! nobody can put a link on the way between a check and a write.

#[cfg(any(target_os = "linux", target_os = "android"))]
mod attributes;
#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(crate) use other::{Folder, reserve};
#[cfg(unix)]
pub(crate) use unix::{Folder, reserve};

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
    pub(crate) attributes: attributes::Attributes,
}
