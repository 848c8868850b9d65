//! The memory document.

use std::path::Path;

use ::agd::Document;
use ::agd::ast::Block;
use agmark_mcp::paging::Page;
use agmark_mcp::{Context, Paging, Row, ToolError};
use agmark_workspace::ReadError;
use agmark_workspace::files;

use crate::agd::document;

/// The kinds of memory that a new document has a heading for.
pub const KINDS: [&str; 4] = ["x-user", "x-feedback", "x-project", "x-reference"];

/// A new document.
pub const NEW: &str = "\
@meta title=\"Agent memory\"

@h1 Memory [#root]

@h2 User [#h-user]

@h2 Feedback [#h-feedback]

@h2 Project [#h-project]

@h2 Reference [#h-reference]
";

/// The file of the memory.
///
/// # Errors
/// If the server has none.
pub fn file(context: &Context) -> Result<&Path, ToolError> {
    context.options().memory.as_deref().ok_or_else(|| {
        let next = "a person can start the server with --memory FILE, or set AGD_MEMORY_FILE";
        ToolError::new("the server has no memory document", next)
    })
}

/// The text of the memory; that of a new document if the file does not exist.
///
/// # Errors
/// If it cannot be read.
pub fn text(file: &Path) -> Result<String, ToolError> {
    match files::read(file) {
        Err(ReadError::NotFound { .. }) => Ok(NEW.to_owned()),
        Ok(text) if text.trim().is_empty() => Ok(NEW.to_owned()),
        read => Ok(read?),
    }
}

/// The document.
///
/// # Errors
/// If the text does not parse.
pub fn parsed<'a>(file: &Path, text: &'a str) -> Result<Document<'a>, ToolError> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    document::parsed(&name, text)
        .map_err(|error| ToolError::new(error, "a person can repair the memory document: `agmark check`"))
}

/// Whether a block is of a kind, if one is given.
pub fn is_kind(block: Block<'_>, kind: Option<&str>) -> bool {
    kind.is_none_or(|kind| kind.strip_prefix('@').unwrap_or(kind) == block.tag())
}

/// A page of rows. `text` returns the line of a row. Only the length of the answer limits the number of rows, unless the
/// call sets a limit.
///
/// # Errors
/// If the cursor is invalid, or the call was cancelled.
pub fn page<V: Clone>(
    context: &Context,
    paging: &Paging,
    rows: &[V],
    text: impl Fn(&V) -> String,
) -> Result<(Page, Vec<V>, String), ToolError> {
    let paging = Paging { limit: paging.limit.or(Some(rows.len())), ..paging.clone() };
    let row = |number: usize| Ok(Row::new(text(&rows[number]).trim_end_matches('\n'), rows[number].clone()));
    Ok(paging.page(context, rows.len(), row)?.into_parts())
}
