//! The changes of a whole diff: all of them, or one refusal.

use std::collections::{HashMap, HashSet};

use super::apply::apply;
use super::base::checked;
use super::model::{Diff, FileDiff};
use super::problem::{Refusal, RefusalKind};

/// The change of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Without `.` and `..`, with `/`, from the folder that the diff's paths count from.
    pub path: String,
    /// Its text before; `None` if the file does not exist.
    pub before: Option<String>,
    /// Its text after; `None` if the diff deletes it.
    pub after: Option<String>,
    /// The path before, if it is moved.
    pub moved_from: Option<String>,
}

/// What is at a path before the diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathState {
    Nothing,
    Folder,
    File(String),
    /// A file whose text cannot be read.
    Unreadable,
}

impl PathState {
    /// A file with this text, or nothing.
    pub fn text(text: Option<String>) -> Self {
        text.map_or(Self::Nothing, Self::File)
    }

    fn is_file(&self) -> bool {
        matches!(self, Self::File(_) | Self::Unreadable)
    }
}

/// The changes of a diff, one for each file. `look` returns what is at a path. Empty if the diff only changes file
/// modes, which are ignored.
///
/// # Errors
/// The first reason that the diff cannot be applied as a whole.
pub fn plan(diff: &Diff, look: impl Fn(&str) -> PathState) -> Result<Vec<Change>, Refusal> {
    if let Some(fault) = diff.fault() {
        let kind = RefusalKind::Malformed(fault.message.clone());
        return Err(Refusal { path: None, hunk: None, span: fault.span, kind });
    }
    if let Some(refusal) = diff.files.iter().find_map(|file| refused_paths(file).next()) {
        return Err(refusal);
    }
    if diff.only_modes() {
        return Ok(Vec::new());
    }
    let mut plan = Plan::new(&look);
    for file in &diff.files {
        plan.take(file)?;
    }
    let changes: Vec<Change> = plan.changes.into_iter().filter(|c| c.before != c.after).collect();
    if changes.is_empty() {
        let span = diff.files.first().map_or_else(Default::default, |f| f.span);
        return Err(Refusal { path: None, hunk: None, span, kind: RefusalKind::Empty });
    }
    Ok(changes)
}

/// A refusal for each path of a file that a diff must not change.
pub fn refused_paths(file: &FileDiff) -> impl Iterator<Item = Refusal> {
    file.paths().filter_map(|path| {
        let kind = RefusalKind::Path(checked(path).err()?);
        Some(Refusal { path: None, hunk: None, span: file.span, kind })
    })
}

struct Plan<'a> {
    look: &'a dyn Fn(&str) -> PathState,
    changes: Vec<Change>,
    /// The index of the change of a path.
    by_path: HashMap<String, usize>,
    /// What was at a path before the diff.
    before: HashMap<String, PathState>,
    /// The folders of the files that were written so far.
    folders: HashSet<String>,
}

impl<'a> Plan<'a> {
    fn new(look: &'a dyn Fn(&str) -> PathState) -> Self {
        Self {
            look,
            changes: Vec::new(),
            by_path: HashMap::new(),
            before: HashMap::new(),
            folders: HashSet::new(),
        }
    }

    fn take(&mut self, file: &FileDiff) -> Result<(), Refusal> {
        let refuse = |kind| Refusal { path: file.path.clone(), hunk: None, span: file.span, kind };
        let inner =
            |path: &str| checked(path).map(|path| path.text()).map_err(|e| refuse(RefusalKind::Path(e)));
        let path = inner(file.path.as_deref().ok_or_else(|| refuse(RefusalKind::NoPath))?)?;
        let moved = file.moved_to().map(inner).transpose()?.filter(|to| *to != path);
        for path in [Some(&path), moved.as_ref()].into_iter().flatten() {
            if let Some(kind) = self.obstacle(path) {
                return Err(Refusal { path: Some(path.clone()), ..refuse(kind) });
            }
        }
        // `--- x.orig`, `+++ x`: if the second file exists, the diff changes that one.
        let (path, moved) = match moved {
            Some(to) if self.text(&to).is_some() => {
                if !file.doubtful {
                    let refusal = refuse(RefusalKind::Exists);
                    return Err(Refusal { path: file.moved_to().map(str::to_owned), ..refusal });
                }
                (to, None)
            }
            moved => (path, moved),
        };
        let after = apply(file, self.text(&path).as_deref())?;
        let written = moved.as_ref().unwrap_or(&path).clone();
        let stays = after.is_some();
        match moved {
            Some(to) => {
                // A file that is moved twice comes from its first path.
                let earlier = self.known(&path).filter(|c| c.before.is_none());
                let from = earlier.and_then(|c| c.moved_from.clone()).unwrap_or_else(|| path.clone());
                self.set(&path, None, None);
                self.set(&to, after, Some(from));
            }
            None => self.set(&path, after, None),
        }
        if stays {
            self.write(&written).map_err(|kind| Refusal { path: Some(written.clone()), ..refuse(kind) })?;
        }
        Ok(())
    }

    /// The reason that a path cannot be changed: it is a folder, or a file is in place of one of its folders.
    fn obstacle(&mut self, path: &str) -> Option<RefusalKind> {
        if let Some(file) = folders(path).find(|folder| self.before(folder).is_file()) {
            return Some(RefusalKind::FileOnTheWay { file: file.to_owned() });
        }
        match self.before(path) {
            PathState::Folder => Some(RefusalKind::Folder),
            PathState::Unreadable => Some(RefusalKind::Unreadable),
            PathState::Nothing | PathState::File(_) => None,
        }
    }

    /// Records that a file is at a path afterwards. No other file of the diff may be its folder, or be inside of it.
    fn write(&mut self, path: &str) -> Result<(), RefusalKind> {
        if self.folders.contains(path) {
            return Err(RefusalKind::Folder);
        }
        if let Some(file) = folders(path).find(|folder| self.known(folder).is_some_and(|c| c.after.is_some()))
        {
            return Err(RefusalKind::FileOnTheWay { file: file.to_owned() });
        }
        self.folders.extend(folders(path).map(str::to_owned));
        Ok(())
    }

    /// What was at a path before the diff.
    fn before(&mut self, path: &str) -> &PathState {
        if !self.before.contains_key(path) {
            self.before.insert(path.to_owned(), (self.look)(path));
        }
        self.before.get(path).unwrap_or(&PathState::Nothing)
    }

    fn known(&self, path: &str) -> Option<&Change> {
        self.by_path.get(path).and_then(|at| self.changes.get(*at))
    }

    /// The current text of a file.
    fn text(&mut self, path: &str) -> Option<String> {
        if let Some(change) = self.known(path) {
            return change.after.clone();
        }
        match self.before(path) {
            PathState::File(text) => Some(text.clone()),
            _ => None,
        }
    }

    fn set(&mut self, path: &str, after: Option<String>, moved_from: Option<String>) {
        let known = self.by_path.get(path).and_then(|at| self.changes.get_mut(*at));
        if let Some(change) = known {
            change.after = after;
            change.moved_from = moved_from.or(change.moved_from.take());
            return;
        }
        let before = self.text(path);
        self.by_path.insert(path.to_owned(), self.changes.len());
        self.changes.push(Change { path: path.to_owned(), before, after, moved_from });
    }
}

/// The folders of a path, outermost first.
fn folders(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').filter_map(|(at, _)| path.get(..at))
}
