//! The diffs of a document, by their ids.

use super::model::Diff;
use super::problem::{Refusal, RefusalKind};
use crate::analysis::chunk_data::{self, EmbeddedDiff};
use crate::syntax::structure::{Header, Structure};
use crate::syntax::value;

/// The reason that no diff is found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FindError {
    #[error("unknown .Diff \"{id}\"{}", known(ids))]
    NoSuchDiff { id: String, ids: Vec<String> },
    #[error("{} .Diff have the id \"{id}\", on lines {}: give each a unique id", lines.len(), listed(lines))]
    Several { id: String, lines: Vec<usize> },
    #[error("the .Diff \"{0}\" has no content")]
    Empty(String),
    #[error("the .Diff \"{0}\" has no known format: expected v4a, search_replace or unified")]
    NoFormat(String),
}

/// The diff of the `.Diff` with this id, with spans that count from the start of the structure's text.
///
/// # Errors
/// If it does not exist, or its content cannot be read.
pub fn by_id(structure: &Structure<'_>, id: &str) -> Result<Diff, FindError> {
    let id = id.strip_prefix('@').unwrap_or(id);
    let all = || structure.headers.iter().enumerate().filter(|(_, h)| h.kind.is("Diff"));
    let named: Vec<_> = all().filter(|(_, h)| id_of(structure, h).as_deref() == Some(id)).collect();
    let index = match named.as_slice() {
        [(index, _)] => index,
        [] => {
            let ids = all().filter_map(|(_, h)| id_of(structure, h)).collect();
            return Err(FindError::NoSuchDiff { id: id.to_owned(), ids });
        }
        several => {
            let lines = several.iter().map(|(_, h)| line_of(structure, h)).collect();
            return Err(FindError::Several { id: id.to_owned(), lines });
        }
    };
    match chunk_data::embedded_diff(structure, *index) {
        Some(EmbeddedDiff { diff, .. }) => Ok(diff),
        None if chunk_data::diff_lines(structure, *index).is_none() => Err(FindError::Empty(id.to_owned())),
        None => Err(FindError::NoFormat(id.to_owned())),
    }
}

fn id_of(structure: &Structure<'_>, header: &Header<'_>) -> Option<String> {
    let value = structure.parameter(header, "id")?.value?;
    Some(value::words(value, structure.text)?.into_owned())
}

/// The line of a header, from 1.
fn line_of(structure: &Structure<'_>, header: &Header<'_>) -> usize {
    let before = structure.text.get(..header.name_span.start as usize).unwrap_or("");
    before.matches('\n').count() + 1
}

fn listed(lines: &[usize]) -> String {
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    lines.split_last().map_or(String::new(), |(last, first)| format!("{} and {last}", first.join(", ")))
}

fn known(ids: &[String]) -> String {
    if ids.is_empty() {
        return ": the document has none".to_owned();
    }
    format!(": expected {}", ids.join(", "))
}

impl Refusal {
    /// Whether the path is the reason. Each path of a diff has its own diagnostic.
    pub fn is_path(&self) -> bool {
        matches!(self.kind, RefusalKind::Path(_) | RefusalKind::Link { .. })
    }

    /// Whether the reason is a missing file.
    pub fn is_missing_file(&self) -> bool {
        self.kind == RefusalKind::NoFile
    }
}
