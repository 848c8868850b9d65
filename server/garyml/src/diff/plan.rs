//! What a whole diff does to files: all of it, or one refusal.

use std::collections::HashMap;

use super::apply::apply;
use super::base::checked;
use super::problem::{Refusal, RefusalKind};
use super::{Diff, FileDiff};

/// What becomes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Without `.` and `..`, with `/`, from the folder that the diff's paths count from.
    pub path: String,
    /// What it says before; none if it is not there.
    pub before: Option<String>,
    /// What it says afterwards; none if it goes.
    pub after: Option<String>,
    /// The path that it had before, if it gets another.
    pub moved_from: Option<String>,
}

/// What a diff does, file by file, each file once. `read` gives the text of a file; none if it is not there.
///
/// # Errors
/// The first thing that keeps the diff from being applied as a whole.
pub fn plan(diff: &Diff, read: impl Fn(&str) -> Option<String>) -> Result<Vec<Change>, Refusal> {
    if let Some(fault) = diff.fault() {
        let kind = RefusalKind::Malformed(fault.message.clone());
        return Err(Refusal { path: None, hunk: None, span: fault.span, kind });
    }
    if let Some(refusal) = diff.files.iter().find_map(|file| refused_paths(file).next()) {
        return Err(refusal);
    }
    let mut plan = Plan { read: &read, changes: Vec::new(), by_path: HashMap::new() };
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

/// Why a diff must not change a file, for each of its paths.
pub fn refused_paths(file: &FileDiff) -> impl Iterator<Item = Refusal> {
    file.paths().filter_map(|path| {
        let kind = RefusalKind::Path(checked(path).err()?);
        Some(Refusal { path: None, hunk: None, span: file.span, kind })
    })
}

struct Plan<'a> {
    read: &'a dyn Fn(&str) -> Option<String>,
    changes: Vec<Change>,
    /// Which of the changes is that of a path.
    by_path: HashMap<String, usize>,
}

impl Plan<'_> {
    fn take(&mut self, file: &FileDiff) -> Result<(), Refusal> {
        let refuse = |kind| Refusal { path: file.path.clone(), hunk: None, span: file.span, kind };
        let inner =
            |path: &str| checked(path).map(|path| path.text()).map_err(|e| refuse(RefusalKind::Path(e)));
        let path = inner(file.path.as_deref().ok_or_else(|| refuse(RefusalKind::NoPath))?)?;
        let moved = file.moved_to().map(inner).transpose()?.filter(|to| *to != path);
        // `--- x.orig`, `+++ x`: the names of two files, where the second one is there, mean that one.
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
        match moved {
            Some(to) => {
                // A file that is moved twice comes from where it was at first.
                let earlier = self.known(&path).filter(|c| c.before.is_none());
                let from = earlier.and_then(|c| c.moved_from.clone()).unwrap_or_else(|| path.clone());
                self.set(&path, None, None);
                self.set(&to, after, Some(from));
            }
            None => self.set(&path, after, None),
        }
        Ok(())
    }

    fn known(&self, path: &str) -> Option<&Change> {
        self.by_path.get(path).and_then(|at| self.changes.get(*at))
    }

    /// What a file says by now.
    fn text(&self, path: &str) -> Option<String> {
        match self.known(path) {
            Some(change) => change.after.clone(),
            None => (self.read)(path),
        }
    }

    fn set(&mut self, path: &str, after: Option<String>, moved_from: Option<String>) {
        let known = self.by_path.get(path).and_then(|at| self.changes.get_mut(*at));
        if let Some(change) = known {
            change.after = after;
            change.moved_from = moved_from.or(change.moved_from.take());
            return;
        }
        let before = (self.read)(path);
        self.by_path.insert(path.to_owned(), self.changes.len());
        self.changes.push(Change { path: path.to_owned(), before, after, moved_from });
    }
}
