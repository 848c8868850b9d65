//! Which format a file is, with what is set for it there.

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{AnyFormat, Registry, Settings, Surroundings};

use crate::{Config, Configs};

/// The formats of files, each with the settings that hold for the file. Everybody who makes a document of a file gets its
/// format here, or as [`Formats::configured`]. A clone is cheap.
#[derive(Clone)]
pub struct Formats {
    registry: Arc<Registry>,
    configs: Arc<Configs>,
    /// What a client has set.
    client: Arc<Config>,
}

impl Formats {
    pub fn new(registry: Arc<Registry>, configs: Arc<Configs>) -> Self {
        let client = configs.bare();
        Self { registry, configs, client }
    }

    /// The same with the settings of a client, in the form of the file. Invalid ones count for nothing.
    #[must_use]
    pub fn with_client(self, settings: &serde_json::Value) -> Self {
        let bare = self.configs.bare();
        Self { client: bare.with_client(settings).map_or(bare, Arc::new), ..self }
    }

    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// What is set for a file. A configuration that is invalid is reported where it is written; here the client's
    /// settings hold without it.
    pub fn settings(&self, path: &Path) -> Settings {
        let file = self.configs.nearest(path).unwrap_or_else(|_| self.configs.bare());
        file.over(&self.client).settings(path)
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

    /// A format as it is for a file.
    pub fn configured(&self, format: Arc<dyn AnyFormat>, path: &Path) -> Arc<dyn AnyFormat> {
        if format.info().settings.is_empty() {
            return format;
        }
        self.settings(path).configure(format)
    }
}
