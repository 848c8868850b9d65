//! `--schema`: checks a manifest with the user's own JSON Schema.

use std::path::Path;

use agmark_audit::rules::SCHEMA;
use agmark_audit::schema::Schema;
use agmark_syntax::{Diagnostic, Settings};
use agmark_workspace::files;

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
pub fn findings(schema: &Schema, manifest: &str, settings: &Settings) -> anyhow::Result<Vec<Diagnostic>> {
    let mistakes = schema.check(manifest)?;
    let Some(severity) = settings.severity(&SCHEMA) else { return Ok(Vec::new()) };
    let found = mistakes.into_iter().map(|one| SCHEMA.at(one.span, one.message));
    Ok(found.map(|finding| Diagnostic { severity, ..finding }).collect())
}
