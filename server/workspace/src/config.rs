//! `agmark.toml`: how bad the rules are, and which files are left alone.

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{Registry, Settings, Span};
use globset::GlobSet;

/// The name of the file.
pub const FILE_NAME: &str = "agmark.toml";

/// What an `agmark.toml` and the settings of a client say.
#[derive(Clone, Debug, Default)]
pub struct Config {}

/// What is wrong in a configuration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ConfigError {
    /// The `agmark.toml`; none for the settings of a client.
    pub path: Option<Arc<Path>>,
    /// Where in the file.
    pub span: Option<Span>,
    pub message: String,
}

impl Config {
    /// Reads the text of the `agmark.toml` at `path`.
    pub fn parse(_text: &str, _path: &Path, _registry: &Registry) -> Result<Self, ConfigError> {
        Ok(Self::default())
    }

    /// The file that this was read from, if there is one.
    pub fn path(&self) -> Option<&Path> {
        None
    }

    /// How bad the rules are in `file`.
    pub fn settings(&self, _file: &Path) -> Settings {
        Settings::default()
    }

    /// What is not walked: matches absolute paths.
    pub fn excludes(&self) -> GlobSet {
        GlobSet::empty()
    }

    /// Whether `file` is left alone when a folder is walked.
    pub fn is_excluded(&self, _file: &Path) -> bool {
        false
    }

    /// This configuration over the settings of a client: the same keys, the file wins.
    pub fn with_client(&self, _value: &serde_json::Value) -> Result<Config, ConfigError> {
        Ok(self.clone())
    }

    /// What holds for `file`, and where each value comes from, as TOML.
    pub fn show(&self, _file: &Path) -> String {
        String::new()
    }
}

/// The JSON Schema of `agmark.toml`.
pub fn schema() -> serde_json::Value {
    serde_json::Value::Null
}

/// The configurations of all folders, read when somebody first asks.
pub struct Configs {
    _registry: Arc<Registry>,
}

impl Configs {
    pub fn new(registry: Arc<Registry>) -> Self {
        Self { _registry: registry }
    }

    /// The configuration of the nearest folder above `file` that has an `agmark.toml`, else the default one.
    pub fn nearest(&self, _file: &Path) -> Result<Arc<Config>, ConfigError> {
        Ok(Arc::default())
    }

    /// Forgets what was read from the `agmark.toml` at `path`, or that there was none.
    pub fn forget(&self, _path: &Path) {}
}
