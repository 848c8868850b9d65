//! `--schema`: a manifest held against a JSON Schema of a person's own.

use std::path::Path;

use agmark_audit::schema::Schema;
use agmark_syntax::{Diagnostic, Rule, Severity};
use agmark_workspace::files;

/// What the schema finds; its words are the schema's, so it stands in no list of rules.
static RULE: Rule = Rule {
    code: "aaf/schema",
    severity: Severity::Error,
    summary: "the manifest does not fit the schema of --schema",
    help: "The schema is your own: see there what is allowed.",
    bad: &[],
    good: &[],
};

/// Reads a schema.
///
/// # Errors
/// Where it cannot be read, or is none.
pub fn read(path: &Path) -> anyhow::Result<Schema> {
    Ok(Schema::read(&path.display().to_string(), &files::read(path)?)?)
}

/// What a schema finds in a manifest.
///
/// # Errors
/// Where the schema cannot be used.
pub fn findings(schema: &Schema, manifest: &str) -> anyhow::Result<Vec<Diagnostic>> {
    Ok(schema.judge(manifest)?.into_iter().map(|one| RULE.at(one.span, one.message)).collect())
}
