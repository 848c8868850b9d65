//! The files of the workspace that a diff changes.

use agmark_syntax::{PathKind, World};

use super::base::{choose, inside};
use super::model::Diff;
use super::plan::PathState;
use super::problem::{Refusal, RefusalKind};

/// The number of folders above the document that are searched for the files of a diff.
const MAX_UP: usize = 32;

/// The files around a document, by paths that start in the folder of a diff.
pub struct WorldFiles<'a> {
    world: &'a dyn World,
    /// The path to that folder from the folder of the document: `../../`.
    way: String,
}

impl<'a> WorldFiles<'a> {
    /// The document's folder or one above it in the workspace, see [`choose`].
    pub fn of(diff: &Diff, world: &'a dyn World) -> Self {
        let mut ways = vec![String::new()];
        while ways.len() < MAX_UP {
            let up = "../".repeat(ways.len());
            if world.path_kind(&up) != PathKind::Folder {
                break;
            }
            ways.push(up);
        }
        let exists = |folder: usize, path: &str| {
            let way = ways.get(folder).map_or("", String::as_str);
            matches!(world.path_kind(&format!("{way}{path}")), PathKind::File | PathKind::Folder)
        };
        // The world reads no file outside of the workspace.
        let way = "../".repeat(choose(diff, ways.len(), exists));
        Self { world, way }
    }

    /// A path of the diff, relative to the folder of the document.
    pub fn path(&self, path: &str) -> String {
        format!("{}{path}", self.way)
    }

    /// The refusal of a diff with a path that leads through a link.
    pub fn linked(&self, diff: &Diff) -> Option<Refusal> {
        diff.files.iter().find_map(|file| {
            let path = file.paths().filter_map(inside).find(|path| self.world.is_linked(&self.path(path)))?;
            Some(Refusal { path: None, hunk: None, span: file.span, kind: RefusalKind::Link { path } })
        })
    }

    /// What is at a path of the diff.
    pub fn at(&self, path: &str) -> PathState {
        let path = self.path(path);
        match self.world.path_kind(&path) {
            PathKind::Unknown | PathKind::Outside | PathKind::Nothing => PathState::Nothing,
            PathKind::Folder => PathState::Folder,
            PathKind::File => {
                self.world.read(&path).map_or(PathState::Unreadable, |text| PathState::File(text.to_string()))
            }
        }
    }
}
