//! The rules of ignore files.
//!
//! They are read here and not by the `ignore` crate, which would wait forever for a pipe named `.gitignore`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_files::read_bytes;
use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::paths;

/// The largest ignore file, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// The ignore rules of a folder: its own and those of the folders above it.
#[derive(Clone)]
pub(super) struct Rules {
    /// `None` if no folder has rules.
    nearest: Option<Arc<Level>>,
    /// The person's rules for all repositories.
    global: Option<Arc<Gitignore>>,
}

/// The rules of one folder.
struct Level {
    above: Option<Arc<Level>>,
    /// `.ignore`, which has priority over git's rules.
    own: Option<Gitignore>,
    /// `.gitignore`.
    git: Option<Gitignore>,
    /// `.git/info/exclude`.
    exclude: Option<Gitignore>,
    /// Whether a repository starts here, so that git's rules above do not apply.
    repository: bool,
}

impl Rules {
    /// The rules for a walk that starts at `root`. Ignore files above it apply only inside a repository; elsewhere
    /// they may be in a home folder.
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

    /// The rules of `folder`, an absolute path inside the folder of these rules.
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

    /// Whether `path`, an absolute path inside the folder of these rules, is ignored.
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

/// The rules of the file at `path`, relative to `folder`. Invalid lines are skipped, as in git.
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

/// The git folder of the repository that starts at `folder`; `None` if none starts there. In a worktree, `.git` is a
/// file with its path.
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
