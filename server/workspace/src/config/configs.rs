//! The configurations of all folders.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use agmark_files::{ReadError, read_text};
use agmark_syntax::Registry;
use rustc_hash::FxHashMap;

use super::effective::{Config, ConfigError};
use super::layer::FILE_NAME;
use crate::paths;

/// The largest `agmark.toml`, in bytes.
const MAX_BYTES: usize = 1 << 20;

type Answer = Result<Arc<Config>, ConfigError>;

/// The configurations of all folders, read when first needed.
#[derive(Debug)]
pub struct Configs {
    bare: Arc<Config>,
    /// The configuration of each requested folder and of those above it.
    folders: Mutex<FxHashMap<PathBuf, Answer>>,
}

impl Configs {
    pub fn new(registry: Arc<Registry>) -> Self {
        Self { bare: Arc::new(Config::new(&registry)), folders: Mutex::default() }
    }

    /// The configuration without an `agmark.toml`.
    pub fn bare(&self) -> Arc<Config> {
        Arc::clone(&self.bare)
    }

    /// The configuration of the nearest `agmark.toml` in the folders above `file`, or of `file` itself if it is an
    /// `agmark.toml`. [`Self::bare`] if there is none.
    ///
    /// # Errors
    /// If the nearest file is invalid or cannot be read. One further up is not used then.
    pub fn nearest(&self, file: &Path) -> Result<Arc<Config>, ConfigError> {
        let file = paths::absolute(file);
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        let mut asked = Vec::new();
        let mut answer: Answer = Ok(self.bare());
        for folder in file.ancestors().skip(1) {
            if let Some(known) = folders.get(folder) {
                answer = known.clone();
                break;
            }
            asked.push(folder);
            if let Some(own) = self.read(folder) {
                answer = own;
                break;
            }
        }
        for folder in asked {
            folders.insert(folder.to_owned(), answer.clone());
        }
        answer
    }

    /// Forgets the configuration at `path`, because the file was created, changed or deleted.
    pub fn forget(&self, path: &Path) {
        let path = paths::absolute(path);
        let folder = if path.file_name().is_some_and(|name| name == FILE_NAME) {
            path.parent().unwrap_or(&path)
        } else {
            &path
        };
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        folders.retain(|known, _| !known.starts_with(folder));
    }

    /// The configuration of a folder; `None` if it has no `agmark.toml`.
    fn read(&self, folder: &Path) -> Option<Answer> {
        let path = folder.join(FILE_NAME);
        let fail = |message| ConfigError { path: Some(path.as_path().into()), span: None, message };
        match read_text(&path, MAX_BYTES) {
            Ok(text) => Some(Config::clone(&self.bare).with_file(&text, &path).map(Arc::new)),
            // A broken link is an error, because a person wanted to set something.
            Err(ReadError::NotFound { .. }) if path.is_symlink() => {
                Some(Err(fail("broken link: create the file or remove the link".to_owned())))
            }
            Err(ReadError::NotFound { .. }) => None,
            Err(ReadError::NotRegular { .. }) => Some(Err(fail(
                "not a regular file: replace it with a file of settings, or remove it".to_owned(),
            ))),
            Err(error) => Some(Err(fail(error.to_string()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use agmark_syntax::Severity;

    use super::*;
    use crate::toy;

    fn severity(configs: &Configs, file: &Path) -> String {
        match configs.nearest(file) {
            Ok(config) => {
                config.settings(file).severity(&toy::TWICE).map_or("off", Severity::word).to_owned()
            }
            Err(error) => error.message,
        }
    }

    #[test]
    fn the_nearest_file_counts() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at("a/b/c")).unwrap();
        let configs = Configs::new(Arc::new(toy::registry()));
        let says = |path: &str| severity(&configs, &at(path));
        assert_eq!(says("a/b/c/x.toy"), "error");
        assert_eq!(configs.nearest(&at("a/x.toy")).unwrap().path(), None);

        fs::write(at("a/agmark.toml"), "[rules]\n\"toy/twice\" = \"hint\"\n").unwrap();
        assert_eq!(says("a/b/c/x.toy"), "error", "known until it is forgotten");
        configs.forget(&at("a/agmark.toml"));
        assert_eq!(says("a/b/c/x.toy"), "hint");
        assert_eq!(says("x.toy"), "error");
        assert_eq!(configs.nearest(&at("a/b/x.toy")).unwrap().path(), Some(&*at("a/agmark.toml")));

        fs::write(at("a/b/agmark.toml"), "[rules]\n\"toy/twice\" = \"off\"\n").unwrap();
        configs.forget(&at("a/b/agmark.toml"));
        assert_eq!(says("a/b/c/x.toy"), "off");
        assert_eq!(says("a/b/agmark.toml"), "off");
        assert_eq!(says("a/x.toy"), "hint");
        assert_eq!(says("a/b/../x.toy"), "hint");
    }

    #[test]
    fn a_file_that_is_wrong_says_so_and_hides_those_above() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at("a/b")).unwrap();
        fs::create_dir_all(at("a/dir/agmark.toml")).unwrap();
        fs::write(at("agmark.toml"), "[rules]\n\"toy/twice\" = \"hint\"\n").unwrap();
        fs::write(at("a/agmark.toml"), "ruls = 1\n").unwrap();
        fs::write(at("a/b/agmark.toml"), b"\xff").unwrap();
        let configs = Configs::new(Arc::new(toy::registry()));
        let error = configs.nearest(&at("a/x.toy")).unwrap_err();
        assert_eq!(error.path.as_deref(), Some(&*at("a/agmark.toml")));
        assert_eq!(error.span, Some((0..4).into()));
        let own = configs.nearest(&at("a/dir/x.toy")).unwrap_err();
        assert_eq!(own.path.as_deref(), Some(&*at("a/dir/agmark.toml")));
        assert!(own.span.is_none() && own.message.starts_with("not a regular file"), "{own}");
        let error = configs.nearest(&at("a/b/x.toy")).unwrap_err();
        assert!(error.span.is_none() && error.message.contains("not UTF-8"), "{error}");
        assert_eq!(severity(&configs, &at("x.toy")), "hint");
    }
}
