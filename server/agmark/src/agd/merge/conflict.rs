//! Edits that cannot be merged, and where they are.

use ::agd::ast::Block;
use ::agd::edit::Operation;

/// An edit that was not sent.
#[derive(Debug)]
pub struct Conflict {
    /// The id of the block, or `:` and the hash of its content.
    key: String,
    message: String,
    /// What puts the text of the person into the document of the others.
    keep: Option<Operation>,
}

/// A message about lines of a text, from 0.
#[derive(Debug, PartialEq, Eq)]
pub struct Marked {
    pub line: usize,
    pub end_line: usize,
    pub message: String,
}

impl Conflict {
    /// Both have changed a block; `theirs` is `None` if the others have deleted it.
    pub fn of(key: String, mine: Block<'_>, theirs: Option<Block<'_>>, keep: Option<Operation>) -> Self {
        let name = name(&key);
        let message = match theirs {
            Some(theirs) => format!(
                "{name} was changed by others too, and is not saved: save again to replace their text.\n\nTheirs:\n{}\nYours:\n{}",
                text(theirs),
                text(mine)
            ),
            None => format!(
                "{name} was changed or deleted by others, and is not saved: save again to insert it.\n\nYours:\n{}",
                text(mine)
            ),
        };
        Self { key, message, keep }
    }

    /// The person has deleted a block that the others have changed, or that is there several times.
    pub fn deletion(key: String, theirs: Option<Block<'_>>) -> Self {
        let theirs = theirs.map_or_else(String::new, text);
        let message = format!(
            "{} was not deleted, because it was changed by others or is not the only one with this content: delete it again.\n\nTheirs:\n{theirs}",
            name(&key)
        );
        Self { key, message, keep: None }
    }

    /// The blocks beside the new one cannot be named in an operation.
    pub fn without_place(key: String, mine: Block<'_>) -> Self {
        let message = format!(
            "{} was not saved: the blocks beside it were deleted, or have no id and the same content as others. Insert it beside a block with an id.\n\nYours:\n{}",
            name(&key),
            text(mine)
        );
        Self { key, message, keep: None }
    }

    /// An operation that was sent and not applied.
    pub fn refused(operation: &Operation, reason: &str) -> Self {
        let key = operation.target().to_string();
        Self { message: format!("{} was not saved: {reason}", name(&key)), key, keep: None }
    }
}

fn name(key: &str) -> String {
    if key.starts_with(':') { "The block without an id".to_owned() } else { format!("Block #{key}") }
}

fn text(block: Block<'_>) -> String {
    block.canonical().into_owned()
}

/// The document of the others with the text of the person where both have changed a block, and the lines of these
/// blocks.
pub fn kept_text(theirs: &str, conflicts: &[Conflict]) -> (String, Vec<Marked>) {
    let Ok(mut document) = ::agd::parse(theirs) else { return (theirs.to_owned(), Vec::new()) };
    for operation in conflicts.iter().filter_map(|conflict| conflict.keep.clone()) {
        // If it is refused, the message still has the text.
        let _ = document.apply(operation);
    }
    let text = if conflicts.is_empty() { theirs.to_owned() } else { document.to_text() };
    let marked = conflicts.iter().map(|conflict| mark(&text, conflict)).collect();
    (text, marked)
}

fn mark(text: &str, conflict: &Conflict) -> Marked {
    let message = conflict.message.clone();
    let place = ::agd::parse(text).ok().and_then(|document| {
        let block = match conflict.key.strip_prefix(':') {
            Some(hash) => {
                document.blocks().find(|block| block.id().is_none() && block.has_content_hash(hash))?
            }
            None => document.find(conflict.key.split(':').next()?)?,
        };
        let line = document.line_of(block)?.saturating_sub(1);
        Some((line, line + block.source().trim_end().lines().count().saturating_sub(1)))
    });
    let (line, end_line) = place.unwrap_or_default();
    Marked { line, end_line, message }
}
