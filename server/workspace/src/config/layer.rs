//! The settings of one source.

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{Rule, Severity};

use super::globs::Globs;
use super::tables::{Chosen, Tables};

/// The name of the file.
pub const FILE_NAME: &str = "agmark.toml";

/// All known settings.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownSettings {
    /// All rules, by code. If empty, every code is accepted.
    pub rules: Arc<[&'static Rule]>,
    /// The settings of the formats.
    pub tables: Arc<Tables>,
    /// The schema of all keys.
    pub schema: Arc<serde_json::Value>,
}

/// The settings of one source.
#[derive(Debug, Default)]
pub(super) struct Layer {
    /// The file; `None` for a client.
    pub path: Option<Arc<Path>>,
    /// `None` if the key is missing.
    pub exclude: Option<Globs>,
    pub exclude_line: usize,
    pub include: Option<Globs>,
    pub include_line: usize,
    pub token_counts: Option<bool>,
    pub typing_delay: Option<u32>,
    pub rules: Vec<Setting>,
    pub formats: Vec<Chosen>,
    pub overrides: Vec<Override>,
}

#[derive(Debug)]
pub(super) struct Override {
    pub files: Globs,
    pub rules: Vec<Setting>,
    pub formats: Vec<Chosen>,
}

/// The severity of a rule.
#[derive(Debug)]
pub(super) struct Setting {
    pub code: String,
    /// `None` switches the rule off.
    pub severity: Option<Severity>,
    /// From 1.
    pub line: usize,
}
