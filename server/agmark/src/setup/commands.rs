//! The server's commands, as the package for VS Code lists them.

use rustc_hash::FxHashSet;
use serde_json::json;

use crate::{formats, tasks};

/// All commands: id, title, and what each does.
///
/// # Errors
/// Never in practice: the texts are our own.
pub fn json() -> anyhow::Result<String> {
    let (registry, tasks) = (formats::registry(), tasks::all());
    let of_tasks = tasks.iter().flat_map(|task| task.commands());
    let mut seen = FxHashSet::default();
    let all: Vec<_> = registry
        .formats()
        .flat_map(|format| format.info().commands)
        .chain(agmark_lsp::COMMANDS)
        .chain(of_tasks)
        .filter(|command| seen.insert(command.id))
        .map(|command| json!({ "id": command.id, "title": command.title, "help": command.help }))
        .collect();
    Ok(serde_json::to_string_pretty(&all)? + "\n")
}
