//! The files that settings exclude.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use globset::GlobSet;

use super::configs::Configs;
use super::effective::Config;

/// The exclusions of the nearest `agmark.toml`, or of the client if it has none.
pub struct Excludes<'a> {
    configs: &'a Configs,
    client: Arc<Config>,
}

impl<'a> Excludes<'a> {
    pub fn new(configs: &'a Configs) -> Self {
        Self { configs, client: configs.bare() }
    }

    /// Adds the settings of a client.
    pub fn with(configs: &'a Configs, client: Arc<Config>) -> Self {
        Self { configs, client }
    }

    /// Adds the settings of a client, in the form of the file. Invalid ones are ignored.
    #[must_use]
    pub fn with_client(self, settings: &serde_json::Value) -> Self {
        let client = self.configs.bare().with_client(settings);
        Self { client: client.map_or_else(|_| self.configs.bare(), Arc::new), ..self }
    }

    /// The exclusions for `file`. An invalid configuration excludes nothing.
    pub fn of(&self, file: &Path) -> GlobSet {
        self.config(file).excludes()
    }

    /// Whether the file or folder at `path` is excluded.
    pub fn leave_out(&self, path: &Path) -> bool {
        self.config(path).is_excluded(path) || self.skips(path)
    }

    /// Whether a folder is skipped because of its name ([`Config::skips_folder`]).
    pub fn skips(&self, folder: &Path) -> bool {
        let nearest = self.configs.nearest(folder).ok();
        nearest
            .filter(|config| config.include().is_some())
            .unwrap_or_else(|| Arc::clone(&self.client))
            .skips_folder(folder)
    }

    /// Whether a walk from each of `roots` skips a folder on the way to `path`.
    pub fn skips_way(&self, roots: &[PathBuf], path: &Path) -> bool {
        roots.iter().filter(|root| path.starts_with(root)).all(|root| {
            let mut between = path.ancestors().skip(1).take_while(|folder| folder != root);
            between.any(|folder| self.skips(folder))
        })
    }

    /// The settings of the client, for [`Self::with`].
    pub fn client(&self) -> Arc<Config> {
        Arc::clone(&self.client)
    }

    fn config(&self, path: &Path) -> Arc<Config> {
        let nearest = self.configs.nearest(path).ok();
        nearest.filter(|config| config.exclude().is_some()).unwrap_or_else(|| Arc::clone(&self.client))
    }
}
