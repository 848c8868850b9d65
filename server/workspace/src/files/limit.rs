//! How much of a folder is looked at.

use std::path::Path;

use crate::paths;
use crate::readings::Extent;

/// How many files and folders are looked at around a file that is in no workspace,
pub const NEAR_ENTRIES: usize = 5_000;
/// and how many bytes of them are read.
pub const NEAR_BYTES: u64 = 32 << 20;

/// How much a walk looks at before it ends.
#[derive(Clone, Copy)]
pub struct Limit {
    /// Files and folders, wanted or not.
    pub entries: usize,
    /// The bytes of the files that are wanted.
    pub bytes: u64,
    /// Folders below each other. What lies deeper is not meant, and not named as left.
    pub depth: usize,
}

impl Limit {
    pub const NONE: Self = Self { entries: usize::MAX, bytes: u64::MAX, depth: usize::MAX };

    /// How much of the folder at `root` is looked at.
    pub fn of(extent: Extent, root: &Path) -> Self {
        match extent {
            Extent::Whole => Self::NONE,
            Extent::Near => Self {
                entries: NEAR_ENTRIES,
                bytes: NEAR_BYTES,
                depth: if holds_everything(root) { 1 } else { usize::MAX },
            },
        }
    }

    /// The same, whatever is in the files.
    pub fn without_bytes(self) -> Self {
        Self { bytes: u64::MAX, ..self }
    }

    pub fn counts_bytes(self) -> bool {
        self.bytes != u64::MAX
    }
}

/// Whether everything that a person has lies in a folder, so that nobody means all files in it: the root of the file
/// system, a person's home and the place of temporary files.
pub fn holds_everything(folder: &Path) -> bool {
    let folder = paths::absolute(folder);
    let is = |other: &Path| paths::absolute(other) == folder;
    folder.parent().is_none()
        || std::env::home_dir().is_some_and(|home| is(&home))
        || is(&std::env::temp_dir())
}
