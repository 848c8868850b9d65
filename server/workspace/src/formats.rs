//! Detects the format of a file, with its settings.

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{AnyFormat, Registry, Settings, Surroundings};

use crate::{Config, Configs};

/// The formats of files, with the settings of the file. Every document of a file gets its format from here. A clone is
/// cheap.
#[derive(Clone)]
pub struct Formats {
    registry: Arc<Registry>,
    configs: Arc<Configs>,
    /// The settings of the client.
    client: Arc<Config>,
}

impl Formats {
    pub fn new(registry: Arc<Registry>, configs: Arc<Configs>) -> Self {
        let client = configs.bare();
        Self { registry, configs, client }
    }

    /// Adds the settings of a client, in the form of the file. Invalid ones are ignored.
    #[must_use]
    pub fn with_client(self, settings: &serde_json::Value) -> Self {
        let bare = self.configs.bare();
        Self { client: bare.with_client(settings).map_or(bare, Arc::new), ..self }
    }

    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The settings of a file. An invalid configuration is reported elsewhere; here only the client's settings are
    /// used then.
    pub fn settings(&self, path: &Path) -> Settings {
        let file = self.configs.nearest(path).unwrap_or_else(|_| self.configs.bare());
        file.over(&self.client).settings(path)
    }

    /// Whether the settings exclude a file. Invalid ones exclude nothing.
    pub fn is_excluded(&self, path: &Path) -> bool {
        let file = self.configs.nearest(path).unwrap_or_else(|_| self.configs.bare());
        file.over(&self.client).is_excluded(path)
    }

    /// The format of a file on disk.
    pub fn detect_file(
        &self,
        path: &Path,
        text: &str,
        surroundings: Surroundings,
    ) -> Option<Arc<dyn AnyFormat>> {
        Some(self.configured(self.registry.detect_file(path, text, surroundings)?, path))
    }

    /// A format with the settings of a file.
    pub fn configured(&self, format: Arc<dyn AnyFormat>, path: &Path) -> Arc<dyn AnyFormat> {
        if format.info().settings.is_empty() {
            return format;
        }
        self.settings(path).configure(format)
    }
}
