//! The server's commands, as the package for VS Code lists them.

use serde_json::json;

use crate::formats;

/// All commands: id, title, what each does, and the language ids of its format.
///
/// # Errors
/// Never in practice: the texts are our own.
pub fn json() -> anyhow::Result<String> {
    let registry = formats::registry();
    let mut all: Vec<_> = registry
        .formats()
        .flat_map(|format| format.commands())
        .map(|command| json!({ "id": command.id, "title": command.title, "help": command.help }))
        .collect();
    all.dedup();
    Ok(serde_json::to_string_pretty(&all)? + "\n")
}
