//! The id at the end of a Markdown heading: `{#id}`.

use crate::ast::{OwnedRun, RunKind};
use crate::lexical::line::is_identifier;

/// Reads the id at the end of a heading, if no backslash escapes it.
pub fn take_heading_id(runs: &mut Vec<OwnedRun>, source: &str) -> Option<String> {
    let last = runs.last_mut().filter(|run| run.kind == RunKind::Text)?;
    let (title, id) = heading_id(&last.text)?;
    let written = source.rfind(&format!("{{#{id}}}"))?;
    if source[..written].ends_with('\\') {
        return None;
    }
    let id = id.to_owned();
    last.text.truncate(title.trim_end().len());
    runs.retain(|run| !run.text.is_empty());
    Some(id)
}

/// A title and the id after it: `Title {#id}`.
pub fn heading_id(text: &str) -> Option<(&str, &str)> {
    let (title, id) = text.strip_suffix('}')?.rsplit_once("{#")?;
    is_identifier(id).then_some((title, id))
}
