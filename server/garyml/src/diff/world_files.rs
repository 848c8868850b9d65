//! The files that a diff changes, as an editor's workspace has them.

use agmark_syntax::{PathKind, World};

use super::base::{choose, inside};
use super::model::Diff;
use super::plan::At;
use super::problem::{Refusal, RefusalKind};

/// How far above the document's folder is looked for the files of a diff.
const MAX_UP: usize = 32;

/// The files around a document, from the folder that a diff's paths count from.
pub struct WorldFiles<'a> {
    world: &'a dyn World,
    /// The way there from the document's folder: `../../`.
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
        // What leads out of the workspace is read by nobody there.
        let way = "../".repeat(choose(diff, ways.len(), exists));
        Self { world, way }
    }

    /// How a path of the diff is written from the document's folder.
    pub fn path(&self, path: &str) -> String {
        format!("{}{path}", self.way)
    }

    /// Why the diff must not be applied here: a link lies on the way to a file of it.
    pub fn linked(&self, diff: &Diff) -> Option<Refusal> {
        diff.files.iter().find_map(|file| {
            let path = file.paths().filter_map(inside).find(|path| self.world.is_linked(&self.path(path)))?;
            Some(Refusal { path: None, hunk: None, span: file.span, kind: RefusalKind::Link { path } })
        })
    }

    /// What is at a path of the diff.
    pub fn at(&self, path: &str) -> At {
        let path = self.path(path);
        match self.world.path_kind(&path) {
            PathKind::Unknown | PathKind::Outside | PathKind::Nothing => At::Nothing,
            PathKind::Folder => At::Folder,
            PathKind::File => {
                self.world.read(&path).map_or(At::Unreadable, |text| At::File(text.to_string()))
            }
        }
    }
}
