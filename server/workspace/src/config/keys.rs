//! The keys of `agmark.toml`. The schema and its descriptions come from these types.

use std::collections::BTreeMap;

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde::Deserialize;
use toml::Spanned;

/// The default of `typing-delay`, in milliseconds.
pub(super) const TYPING_DELAY: u32 = 200;

/// Settings of agmark for the folder of the file and all folders in it, except folders with their own `agmark.toml`.
///
/// The schema is checked first, so unknown keys are reported before this is read. The tables of formats are read by
/// [`super::tables`].
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
#[schemars(
    title = "agmark.toml",
    description = "Settings of agmark for the folder of the file and all folders in it, except folders with their own \
                   `agmark.toml`."
)]
pub(super) struct Keys {
    /// Files and folders to skip when a folder is checked, formatted or indexed. Globs relative to the folder of this
    /// file: `drafts`, `docs/old/**`, `*.tmp.*`. A glob without a slash matches in any folder, `./drafts` only in the
    /// folder of this file. Absolute paths and paths with `..` are errors. A file that is named on the command line or
    /// opened in an editor is always checked.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub exclude: Option<Vec<Spanned<String>>>,

    /// Folders to read although agmark skips their names: `node_modules`, `bower_components`, `dist`, `vendor` and
    /// `target`, in any folder, even without an ignore file. Globs as in `exclude`: `vendor`, `packages/*/dist`. Ignore
    /// files still apply, and hidden folders such as `.venv` are always skipped.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub include: Option<Vec<Spanned<String>>>,

    /// Whether editors show the number of tokens (`cl100k_base`) above the parts of a document. Default: false.
    #[serde(default, rename = "token-counts")]
    #[schemars(with = "bool")]
    pub token_counts: Option<bool>,

    /// The pause in typing, in milliseconds, after which an editor shows new diagnostics on the typed lines and the
    /// lines next to them. Unfinished text is nearly always invalid, so these diagnostics wait. New diagnostics
    /// elsewhere in the document and in other open documents wait too, because unfinished text may cause them. All
    /// other diagnostics are shown at once. A new diagnostic about unfinished text, such as a block that is not
    /// closed, waits ten times as long while the person writes at its place. After a save all diagnostics are shown. 0
    /// shows all at once. Default: 200.
    #[serde(default, rename = "typing-delay")]
    #[schemars(with = "u32", extend("default" = TYPING_DELAY))]
    pub typing_delay: Option<u32>,

    /// Severity per rule, by the code of the rule: `"agmark/unused-allow" = "off"`. `agmark rules` lists all rules.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Level>")]
    pub rules: Rules,

    /// Other settings for some files. If several match, the last one wins.
    #[serde(default)]
    pub overrides: Vec<Override>,
}

/// Settings for some files.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Override {
    /// The files. Globs as in `exclude`.
    #[schemars(with = "Vec<String>")]
    pub files: Vec<Spanned<String>>,

    /// Severity per rule in these files, by the code of the rule.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Level>")]
    pub rules: Rules,
}

pub(super) type Rules = BTreeMap<Spanned<String>, Level>;

/// The severity of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
    /// Must be fixed: `agmark check` fails.
    Error,
    /// Should be fixed: `agmark check` fails with `--deny-warnings`.
    Warning,
    /// Useful to know.
    Information,
    /// Shown with little emphasis.
    Hint,
    /// The rule is not checked.
    Off,
}

/// The JSON Schema (2020-12) of the keys that do not belong to a format.
pub(super) fn schema() -> serde_json::Value {
    let settings = SchemaSettings::draft2020_12();
    SchemaGenerator::new(settings).into_root_schema_for::<Keys>().to_value()
}
