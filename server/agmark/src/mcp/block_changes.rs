//! The operations that make one AGD document another one.

use std::collections::HashSet;

use ::agd::Document;
use ::agd::ast::Block;
use ::agd::edit::{Operation, Target};
use agmark_mcp::ToolError;

use crate::agd::merge::merge;

/// The operations that make `after` of `before`. Each has the hash of the content that it expects.
///
/// # Errors
/// If a block that changes cannot be named, because it has no id and another one has the same content.
pub fn block_changes(before: &str, after: &str) -> Result<Vec<Operation>, ToolError> {
    let parsed =
        |text| ::agd::parse(text).map_err(|error| ToolError::new(error, "repair the document first"));
    let (before, after) = (parsed(before)?, parsed(after)?);
    if has_same_blocks(&before, &after) {
        return replaced(&before, &after);
    }
    let merge = merge(&before, &after, &before);
    if merge.conflicts.is_empty() { Ok(merge.operations) } else { Err(not_named()) }
}

/// Whether no block was moved, added or removed. Blocks may have new ids.
fn has_same_blocks(before: &Document<'_>, after: &Document<'_>) -> bool {
    let is_same = |(old, new): (Block<'_>, Block<'_>)| {
        let is_free = |id| before.find(id).is_none();
        old.tag() == new.tag() && (old.id() == new.id() || new.id().is_some_and(is_free))
    };
    before.len() == after.len() && before.blocks().zip(after.blocks()).all(is_same)
}

fn replaced(before: &Document<'_>, after: &Document<'_>) -> Result<Vec<Operation>, ToolError> {
    let hashes = before.blocks().filter(|block| block.id().is_none()).map(Block::content_hash);
    let (mut seen, mut twice) = (HashSet::new(), HashSet::new());
    for hash in hashes {
        if !seen.insert(hash.clone()) {
            twice.insert(hash);
        }
    }
    let mut operations = Vec::new();
    for (old, new) in before.blocks().zip(after.blocks()) {
        if old.canonical() == new.canonical() {
            continue;
        }
        let hash = old.content_hash();
        if old.id().is_none() && twice.contains(&hash) {
            return Err(not_named());
        }
        let mut with = new.to_owned();
        with.hash = None;
        let id = Target { id: old.id().unwrap_or_default().to_owned(), hash: Some(hash) };
        operations.push(Operation::Replace { id, with });
    }
    Ok(operations)
}

fn not_named() -> ToolError {
    let what = "a block that changes has no id, and it is not the only one with its content";
    ToolError::new(what, "give it an id, or use `edit`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_operations_make_the_other_document() {
        let before = "@h1 Title [#a]\n\n@p See @ref #a now.\n\n@p One.\n\n@ref #a\n";
        for after in [
            "@h1 Title [#b]\n\n@p See @ref #b now.\n\n@p One.\n\n@ref #b\n",
            "@h1 Title [#a]\n\n@p One.\n\n@ref #a\n",
            "@h1 Title [#a]\n\n@p See @ref #a now.\n\n@p New.\n\n@p One.\n\n@ref #a\n",
        ] {
            let operations = block_changes(before, after).expect("operations");
            let mut document = ::agd::parse(before).expect("good");
            for operation in operations {
                document.apply(operation).expect("applied");
            }
            assert_eq!(document.to_text(), after);
        }
    }

    #[test]
    fn a_block_must_be_named() {
        let error = block_changes("@p a\n\n@p a\n", "@p a\n\n@p b\n").expect_err("two blocks");
        assert!(error.to_string().contains("has no id"), "{error}");
    }
}
