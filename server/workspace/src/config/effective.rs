//! The effective settings of a file, from the client and the nearest `agmark.toml`.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use agmark_syntax::{Registry, Settings, Span};
use globset::GlobSet;

use super::globs::Globs;
use super::keys::TYPING_DELAY;
use super::layer::{KnownSettings, Layer, Override, Setting};
use super::parse;
use super::tables::{Chosen, schema};
use crate::paths;

/// Folders with copies of other projects or with output of programs. Hidden folders are always skipped.
pub const SKIPPED_FOLDERS: [&str; 5] = ["node_modules", "bower_components", "dist", "vendor", "target"];

/// The longest delay, in milliseconds: an hour.
const MAX_TYPING_DELAY: u32 = 3_600_000;

/// The configuration of a folder. A clone is cheap.
#[derive(Clone, Debug, Default)]
pub struct Config {
    pub(super) known: KnownSettings,
    /// The codes of rules that are off by default.
    pub(super) off: Arc<[&'static str]>,
    pub(super) client: Arc<Layer>,
    pub(super) file: Arc<Layer>,
}

/// An error in a configuration. The message says what to write instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ConfigError {
    /// The `agmark.toml`; `None` for the settings of a client.
    pub path: Option<Arc<Path>>,
    /// The span in the file; `None` for the settings of a client and if the file cannot be read.
    pub span: Option<Span>,
    pub message: String,
}

impl Config {
    /// The settings without an `agmark.toml`.
    pub fn new(registry: &Registry) -> Self {
        let mut known = registry.rules();
        known.sort_by_key(|rule| rule.code);
        let off = known.iter().filter(|rule| registry.is_off(rule)).map(|rule| rule.code).collect();
        let (tables, schema) = (registry.settings().into(), Arc::new(schema(registry)));
        let known = KnownSettings { rules: known.into(), tables, schema };
        Self { known, off, ..Self::default() }
    }

    /// Reads the text of the `agmark.toml` at `path`.
    ///
    /// # Errors
    /// If the text is not TOML, does not match [`schema`], names an unknown rule or has an invalid glob, each with its
    /// span. For keys that name a program, a host or a secret, the message says where they belong.
    pub fn parse(text: &str, path: &Path, registry: &Registry) -> Result<Self, ConfigError> {
        Self::new(registry).with_file(text, path)
    }

    pub(super) fn with_file(mut self, text: &str, path: &Path) -> Result<Self, ConfigError> {
        let path: Arc<Path> = path.into();
        let layer = parse::layer(text, Some(&path), &self.known);
        self.file = Arc::new(layer.map_err(|problem| ConfigError {
            path: Some(Arc::clone(&path)),
            span: Some(problem.span.into()),
            message: problem.message,
        })?);
        Ok(self)
    }

    /// This configuration with the settings of a client: an object with the same keys, whose globs match in any
    /// folder. The file wins, and its `exclude` replaces the client's. Keys that only a client may have (programs,
    /// hosts, secrets, `trace`) are ignored.
    ///
    /// # Errors
    /// As [`Self::parse`]; the message names the key.
    pub fn with_client(&self, value: &serde_json::Value) -> Result<Config, ConfigError> {
        let layer = parse::client_layer(value, &self.known);
        let layer = layer.map_err(|message| ConfigError { path: None, span: None, message })?;
        Ok(Self { client: Arc::new(layer), ..self.clone() })
    }

    /// This configuration with the client's settings of another one ([`Self::with_client`]).
    #[must_use]
    pub fn over(&self, client: &Config) -> Config {
        Self { client: Arc::clone(&client.client), ..self.clone() }
    }

    /// The file of this configuration.
    pub fn path(&self) -> Option<&Path> {
        self.file.path.as_deref()
    }

    /// The settings of `file`: the severities of rules and the settings of its format.
    pub fn settings(&self, file: &Path) -> Settings {
        let mut settings = Settings::default();
        let delay = self.typing_delay().map_or(TYPING_DELAY, |(_, delay)| delay);
        settings.typing_delay = Duration::from_millis(delay.min(MAX_TYPING_DELAY).into());
        settings.show.tokens = self.token_counts().is_some_and(|(_, tokens)| tokens);
        self.off.iter().for_each(|code| settings.set(code, None));
        let file = paths::absolute(file);
        // Later ones replace earlier ones.
        for (_, _, setting) in self.set_for(&file) {
            settings.set(&setting.code, setting.severity);
        }
        for (_, _, chosen) in self.chosen_for(&file) {
            chosen.set(settings.format_mut(chosen.format));
        }
        settings
    }

    /// The globs of excluded files and folders. They match absolute paths.
    pub fn excludes(&self) -> GlobSet {
        self.exclude().map(|(_, globs)| globs.set().clone()).unwrap_or_default()
    }

    /// Whether `file` is excluded.
    pub fn is_excluded(&self, file: &Path) -> bool {
        self.exclude().is_some_and(|(_, globs)| globs.set().is_match(paths::absolute(file)))
    }

    /// Whether a folder is skipped because of its name and no setting includes it.
    pub fn skips_folder(&self, folder: &Path) -> bool {
        let named =
            folder.file_name().is_some_and(|name| SKIPPED_FOLDERS.iter().any(|skipped| name == *skipped));
        named && !self.include().is_some_and(|(_, globs)| globs.set().is_match(paths::absolute(folder)))
    }

    pub(super) fn include(&self) -> Option<(&Layer, &Globs)> {
        [&self.file, &self.client].into_iter().find_map(|layer| Some((&**layer, layer.include.as_ref()?)))
    }

    pub(super) fn typing_delay(&self) -> Option<(&Layer, u32)> {
        [&self.file, &self.client].into_iter().find_map(|layer| Some((&**layer, layer.typing_delay?)))
    }

    pub(super) fn token_counts(&self) -> Option<(&Layer, bool)> {
        [&self.file, &self.client].into_iter().find_map(|layer| Some((&**layer, layer.token_counts?)))
    }

    pub(super) fn exclude(&self) -> Option<(&Layer, &Globs)> {
        [&self.file, &self.client].into_iter().find_map(|layer| Some((&**layer, layer.exclude.as_ref()?)))
    }

    /// All settings of a format for the file at an absolute path. The last one wins.
    pub(super) fn chosen_for(&self, file: &Path) -> Vec<(&Layer, Option<&Globs>, &Chosen)> {
        self.all_for(file, |layer| &layer.formats, |some| &some.formats)
    }

    /// All severities for the file at an absolute path. The last one wins.
    pub(super) fn set_for(&self, file: &Path) -> Vec<(&Layer, Option<&Globs>, &Setting)> {
        self.all_for(file, |layer| &layer.rules, |some| &some.rules)
    }

    /// All settings of a kind for the file at an absolute path. The last one wins.
    fn all_for<T>(
        &self,
        file: &Path,
        of_all: fn(&Layer) -> &[T],
        of_some: fn(&Override) -> &[T],
    ) -> Vec<(&Layer, Option<&Globs>, &T)> {
        let mut all = Vec::new();
        for layer in [&*self.client, &*self.file] {
            all.extend(of_all(layer).iter().map(|one| (layer, None, one)));
            for some in layer.overrides.iter().filter(|o| o.files.set().is_match(file)) {
                all.extend(of_some(some).iter().map(|one| (layer, Some(&some.files), one)));
            }
        }
        all
    }
}
