//! The tool `edit`: changes blocks of an AGD document.

use std::fmt::Write as _;

use ::agd::edit::{EditError, Operation, operations};
use agmark_mcp::{Access, Answer, Context, Example, Tool, ToolError, ToolInfo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::failure::failed;
use crate::agd::{document, edit, locked_file};

/// The length of the block in a conflict, in tokens.
const MAX_BLOCK_TOKENS: usize = 500;

pub struct Edit;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// AGD document
    path: String,
    /// Applied in order: all, or none
    ops: Vec<BlockOperation>,
    /// Check only, write nothing
    #[serde(default)]
    dry_run: bool,
}

/// `op` and `id` with the fields of the operation.
#[derive(Deserialize, Serialize, JsonSchema)]
struct BlockOperation {
    #[schemars(with = "OperationName")]
    op: String,
    /// Block: `gear`, or `gear:1a2b3c4d` to refuse if its content changed
    id: String,
    /// Content hash that the block must have
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
    /// `replace`: the new block, AGD text such as "@p New words." or JSON; keeps the id
    #[serde(default, skip_serializing_if = "Option::is_none")]
    with: Option<Value>,
    /// `insert_*`: the new block, as for `with`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    block: Option<Value>,
    /// `*_attr`: the attribute
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    /// `set_attr`: a string, an integer or a boolean
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum OperationName {
    Replace,
    InsertAfter,
    InsertBefore,
    Delete,
    SetAttr,
    RemoveAttr,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Changed and new blocks, with the hashes for the next edit
    blocks: Vec<EditedBlock>,
    /// Ids of deleted blocks
    deleted: Vec<String>,
    notices: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct EditedBlock {
    id: String,
    hash: String,
}

impl Tool for Edit {
    const INFO: ToolInfo = ToolInfo {
        name: "edit",
        title: "Edit blocks",
        description: "Changes blocks of an AGD document by their ids: all operations, or none. With a hash, an \
                      operation is refused if the block changed since it was read. Answers with new hashes.",
        examples: &[
            Example {
                title: "replaces a paragraph",
                input: r#"{"path":"rules.agd","ops":[{"op":"replace","id":"noon","with":"@p Boats leave by one."}]}"#,
                answer: "changed #noon:",
            },
            Example {
                title: "adds a list and sets an attribute",
                input: r#"{"path":"rules.agd","ops":[{"op":"insert_after","id":"noon","block":"@ul [#food]\n- bread"},{"op":"set_attr","id":"gear","key":"season","value":"summer"}]}"#,
                answer: "changed #food:",
            },
        ],
        access: Access::Write { destructive: true, idempotent: false, previews: true },
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let json = serde_json::to_string(&input.ops).map_err(ToolError::message)?;
        let operations = operations(&json).map_err(ToolError::message)?;
        if operations.is_empty() {
            return Err(ToolError::new("no operation", Self::INFO.examples[0].input));
        }
        let edited = if input.dry_run {
            let file = context.load(&input.path)?;
            edited(context, file.path.shown(), &file.text, operations)?.1
        } else {
            context.change(&context.file_path(&input.path)?, |file| {
                let (text, edited) = edited(context, file.path.shown(), &file.text, operations)?;
                Ok((Some(text), edited))
            })?
        };
        let notices: Vec<String> = edited.notices.iter().map(ToString::to_string).collect();
        let blocks = edited.blocks.into_iter().map(|(id, hash)| EditedBlock { id, hash }).collect();
        let output = Output { blocks, deleted: edited.deleted, notices };
        Ok(Answer::new(text(&output, input.dry_run), output))
    }
}

/// The text after the operations, and what they did.
fn edited(
    context: &Context,
    name: &str,
    text: &str,
    operations: Vec<Operation>,
) -> Result<(String, edit::Edited), ToolError> {
    let mut document = document::parsed(name, text).map_err(|error| {
        ToolError::new(error, format_args!("repair {name} first: `check` lists its errors"))
    })?;
    let mut conflict = None;
    let edited = locked_file::checked_change(&mut document, name, |document| {
        edit::apply(document, operations).map_err(|error| {
            if let EditError::Conflict { id, .. } = &error.error {
                conflict = document
                    .find(id)
                    .map(|block| format!("#{id}:{} is now:\n{}", block.content_hash(), block.canonical()));
            }
            error.into()
        })
    });
    let edited = edited.map_err(|error| match conflict {
        Some(block) => ToolError::new(
            format_args!("{error}; nothing was written"),
            context.cut(&block, MAX_BLOCK_TOKENS),
        ),
        None => ToolError::new(failed(error), "nothing was written"),
    })?;
    Ok((document.to_text(), edited))
}

fn text(output: &Output, dry_run: bool) -> String {
    let would = if dry_run { "would have " } else { "" };
    let mut out = String::new();
    for EditedBlock { id, hash } in &output.blocks {
        let _ = writeln!(out, "{would}changed #{id}:{hash}");
    }
    for id in &output.deleted {
        let _ = writeln!(out, "{would}deleted #{id}");
    }
    for notice in &output.notices {
        let _ = writeln!(out, "note: {notice}");
    }
    if out.is_empty() {
        // New blocks without ids.
        let _ = writeln!(out, "{would}changed the document");
    }
    out
}
