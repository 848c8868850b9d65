//! The limits of a walk.

use std::path::Path;

use crate::paths;
use crate::readings::Extent;

/// The largest number of files and folders that are read around a file outside of the workspace.
pub const NEAR_ENTRIES: usize = 5_000;
/// The largest number of bytes of these files.
pub const NEAR_BYTES: u64 = 32 << 20;

/// The limits of a walk.
#[derive(Clone, Copy)]
pub struct Limit {
    /// Files and folders, wanted or not.
    pub entries: usize,
    /// The bytes of the wanted files.
    pub bytes: u64,
    /// The depth of folders. Deeper folders are not reported as left out.
    pub depth: usize,
}

impl Limit {
    pub const NONE: Self = Self { entries: usize::MAX, bytes: u64::MAX, depth: usize::MAX };

    /// The limits for the folder at `root`.
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

    /// The limits without the limit of bytes.
    pub fn without_bytes(self) -> Self {
        Self { bytes: u64::MAX, ..self }
    }

    pub fn counts_bytes(self) -> bool {
        self.bytes != u64::MAX
    }
}

/// Whether a folder contains everything of a person, so that its files are not one workspace: the root of the file
/// system, the home folder and the folder of temporary files.
pub fn holds_everything(folder: &Path) -> bool {
    let folder = paths::absolute(folder);
    let is = |other: &Path| paths::absolute(other) == folder;
    folder.parent().is_none()
        || std::env::home_dir().is_some_and(|home| is(&home))
        // WebAssembly has no such folder, and the function panics there.
        || (cfg!(not(target_family = "wasm")) && is(&std::env::temp_dir()))
}
