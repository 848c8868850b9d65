//! The schemas of a manifest, as rules look at them.

use agmark_schema::{Node, Parsed, ProblemKind};

use crate::manifest::check::step;
use crate::manifest::members::members;
use crate::manifest::model::SCHEMAS;

/// The objects of a manifest whose entries have schemas.
pub const REGISTRIES: [&str; 2] = ["actions", "data"];

/// An `inputSchema` or `outputSchema`.
pub struct Schema<'a> {
    pub node: &'a Node,
    /// The JSON pointer of the schema.
    pub pointer: String,
    /// Whether some of the manifest could not be read, so that what seems missing may exist.
    pub broken: bool,
}

/// All schemas of a manifest.
pub fn schemas(parsed: &Parsed) -> Vec<Schema<'_>> {
    let broken = parsed.problems.iter().any(|one| one.kind != ProblemKind::DuplicateKey) || !parsed.complete;
    let mut all = Vec::new();
    for registry in REGISTRIES {
        for entry in members(parsed.root.get(registry)) {
            for key in SCHEMAS {
                let Some(node) = entry.value.get(key) else { continue };
                let pointer = step(&step(&format!("/{registry}"), &entry.key.text), key);
                all.push(Schema { node, pointer, broken });
            }
        }
    }
    all
}
