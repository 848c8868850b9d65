//! The keys of `agmark.toml`, written down once: they are read by this, and the schema and its words come from
//! it.

use std::collections::BTreeMap;

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde::Deserialize;
use toml::Spanned;

/// How long findings wait while a person types, in milliseconds, where nothing is set.
pub(super) const TYPING_DELAY: u32 = 200;

/// Settings of agmark, for the folder of the file and everything below it, up to a folder with an
/// `agmark.toml` of its own.
///
/// Unknown keys are found before this is read, with the schema. The tables of formats are read by [`super::tables`].
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
#[schemars(
    title = "agmark.toml",
    description = "Settings of agmark, for the folder of the file and everything below it, up to a folder with an \
                   `agmark.toml` of its own."
)]
pub(super) struct Keys {
    /// Files and folders that are left out when a folder is checked, formatted or indexed. Globs, from the
    /// folder of this file on: `drafts`, `docs/old/**`, `*.tmp.*`. One without a slash is a name in any
    /// folder, `./drafts` is one in the folder of this file. An absolute path and a path with `..` are errors. A file
    /// that is named on the command line or opened in an editor is always checked.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub exclude: Option<Vec<Spanned<String>>>,

    /// Folders that are read although their names say that nobody writes in them: `node_modules`, `bower_components`,
    /// `dist`, `vendor` and `target` are skipped in any folder, also without an ignore file. Globs, as in `exclude`:
    /// `vendor`, `packages/*/dist`. Ignore files still hold, and hidden folders such as `.venv` are always skipped.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub include: Option<Vec<Spanned<String>>>,

    /// Whether editors show, above the parts of a document, how many tokens a model reads in them
    /// (`cl100k_base`). Off unless said.
    #[serde(default, rename = "token-counts")]
    #[schemars(with = "bool")]
    pub token_counts: Option<bool>,

    /// How many milliseconds a person must not type before an editor shows new findings on the typed lines and the lines
    /// next to them. Unfinished text is nearly always wrong: until then these findings wait, and so do new findings
    /// elsewhere in the document and in other open documents, which may follow from them. All other findings are shown
    /// at once. A new finding about unfinished text, such as a block that is not closed or an input that nothing uses,
    /// waits ten times as long while the person writes where the rest belongs. A save shows everything. 0 shows
    /// everything at once. Default: 200.
    #[serde(default, rename = "typing-delay")]
    #[schemars(with = "u32", extend("default" = TYPING_DELAY))]
    pub typing_delay: Option<u32>,

    /// How bad the findings of a rule are, by the code of the rule: `"agmark/unused-allow" = "off"`.
    /// `agmark rules` lists all rules.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Level>")]
    pub rules: Rules,

    /// Other settings for some of the files. Of several that are for a file, the last counts.
    #[serde(default)]
    pub overrides: Vec<Override>,
}

/// Settings for some of the files.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Override {
    /// The files: globs, as in `exclude`.
    #[schemars(with = "Vec<String>")]
    pub files: Vec<Spanned<String>>,

    /// How bad the findings of a rule are in these files, by the code of the rule.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Level>")]
    pub rules: Rules,
}

pub(super) type Rules = BTreeMap<Spanned<String>, Level>;

/// How bad the findings of a rule are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
    /// Must be fixed: `agmark check` fails.
    Error,
    /// Should be fixed: `agmark check` fails with `--deny-warnings`.
    Warning,
    /// Worth knowing.
    Information,
    /// Shown as discreetly as the editor can.
    Hint,
    /// The rule is not checked.
    Off,
}

/// The JSON Schema (2020-12) of the keys that do not belong to a format.
pub(super) fn schema() -> serde_json::Value {
    let settings = SchemaSettings::draft2020_12();
    SchemaGenerator::new(settings).into_root_schema_for::<Keys>().to_value()
}
