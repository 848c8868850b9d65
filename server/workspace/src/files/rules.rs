//! Ignore files: what they say of the files in and below a folder.
//!
//! They are read here and not by the `ignore` crate, which opens whatever has the name: it would wait forever for a
//! pipe that is called `.gitignore`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::read_bytes;
use crate::paths;

/// Far more than a person writes, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// The ignore rules that hold in a folder: its own, and those of the folders above it.
#[derive(Clone)]
pub(super) struct Rules {
    /// None where no folder has any.
    nearest: Option<Arc<Level>>,
    /// The person's own rules for all repositories.
    global: Option<Arc<Gitignore>>,
}

/// What one folder says.
struct Level {
    above: Option<Arc<Level>>,
    /// `.ignore`, which counts before what git ignores.
    own: Option<Gitignore>,
    /// `.gitignore`.
    git: Option<Gitignore>,
    /// `.git/info/exclude`.
    exclude: Option<Gitignore>,
    /// Whether a repository starts here: what git ignores above does not hold in it.
    repository: bool,
}

impl Rules {
    /// The rules for a walk that starts at `root`. Ignore files above it hold in a repository only: elsewhere they
    /// are somebody's home.
    pub fn at(root: &Path) -> Self {
        let root = paths::absolute(root);
        let in_repository = root.ancestors().any(|folder| folder.join(".git").exists());
        if !in_repository {
            return Self { nearest: None, global: None }.within(&root);
        }
        let (global, _) = GitignoreBuilder::new("").build_global();
        let global = (!global.is_empty()).then(|| Arc::new(global));
        let mut folders: Vec<_> = root.ancestors().collect();
        folders.reverse();
        let start = Self { nearest: None, global };
        folders.into_iter().fold(start, |rules, folder| rules.within(folder))
    }

    /// The rules in `folder`, an absolute path, which lies in the folder of these rules.
    pub fn within(&self, folder: &Path) -> Self {
        let read = |path: PathBuf| file(folder, &path);
        let git_folder = git_folder(folder);
        let level = Level {
            above: self.nearest.clone(),
            own: read(folder.join(".ignore")),
            git: read(folder.join(".gitignore")),
            exclude: git_folder.as_ref().and_then(|git| read(git.join("info/exclude"))),
            repository: git_folder.is_some(),
        };
        let says = level.own.is_some() || level.git.is_some() || level.exclude.is_some() || level.repository;
        if !says {
            return self.clone();
        }
        Self { nearest: Some(Arc::new(level)), global: self.global.clone() }
    }

    /// Whether what is at `path`, an absolute path in the folder of these rules, is ignored.
    pub fn ignore(&self, path: &Path, is_folder: bool) -> bool {
        let (mut own, mut git, mut exclude) = (Match::None, Match::None, Match::None);
        let mut left_repository = false;
        let mut level = self.nearest.as_deref();
        while let Some(here) = level {
            let ask = |rules: &Option<Gitignore>| match rules {
                Some(rules) => rules.matched(path, is_folder).map(|_| ()),
                None => Match::None,
            };
            own = own.or(ask(&here.own));
            if !left_repository {
                git = git.or(ask(&here.git));
                exclude = exclude.or(ask(&here.exclude));
            }
            left_repository |= here.repository;
            level = here.above.as_deref();
        }
        let global = match &self.global {
            Some(global) => global.matched(path, is_folder).map(|_| ()),
            None => Match::None,
        };
        own.or(git).or(exclude).or(global).is_ignore()
    }
}

/// The rules in the file at `path`, which count from `folder`. A line that is wrong counts for nothing, as in git.
fn file(folder: &Path, path: &Path) -> Option<Gitignore> {
    let bytes = read_bytes(path, MAX_BYTES).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let mut builder = GitignoreBuilder::new(folder);
    for line in text.strip_prefix('\u{feff}').unwrap_or(&text).lines() {
        if let Err(error) = builder.add_line(None, line) {
            tracing::debug!("{}: {error}", path.display());
        }
    }
    builder.build().ok().filter(|rules| !rules.is_empty())
}

/// Where git keeps what belongs to the repository that starts at `folder`; none if none does. In a worktree `.git` is
/// a file that says so.
fn git_folder(folder: &Path) -> Option<PathBuf> {
    let git = folder.join(".git");
    if git.symlink_metadata().is_err() {
        return None;
    }
    let written = |path: PathBuf| {
        let bytes = read_bytes(&path, 4096).ok()?;
        let text = String::from_utf8(bytes).ok()?;
        Some(text.trim().to_owned())
    };
    let Some(text) = written(git.clone()) else { return Some(git) };
    let Some(target) = text.strip_prefix("gitdir:") else { return Some(git) };
    let target = folder.join(target.trim());
    Some(match written(target.join("commondir")) {
        Some(common) => target.join(common),
        None => target,
    })
}
