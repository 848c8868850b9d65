//! The tool `edit`: changes blocks of an AGD document.

use std::fmt::Write as _;

use ::agd::Document;
use ::agd::edit::{EditError, Operation, Target, operations};
use agmark_mcp::{Access, Answer, Context, Example, FilePath, Tool, ToolError, ToolInfo};
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
    /// AGD document: a file, or agdd://NAME of a daemon
    path: String,
    /// Applied in order: all, or none
    #[serde(default)]
    ops: Vec<BlockOperation>,
    /// Short for one operation: `with` replaces this block, `block` is inserted after it
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    with: Option<Value>,
    #[serde(default)]
    block: Option<Value>,
    /// Check only, write nothing
    #[serde(default)]
    dry_run: bool,
}

/// `op` and `id` with the fields of the operation.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
struct BlockOperation {
    #[schemars(with = "OperationName")]
    op: String,
    /// Block: `gear`, or `gear:1a2b3c4d` to refuse if its content changed
    id: String,
    /// Content hash that the block must have
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
    /// `replace`: the new block, AGD text such as "@p New words." or JSON; keeps the id. Text without `@` replaces only
    /// the content
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
                title: "replaces the text of a paragraph",
                input: r#"{"path":"rules.agd","id":"noon","with":"Boats leave by one."}"#,
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
        let given = input.operations()?;
        let path = context.file_path(&input.path)?;
        let edited = if path.remote_name().is_some() && !input.dry_run {
            edited_remote(context, &path, &given)?
        } else if input.dry_run {
            let file = context.load(&input.path)?;
            edited(context, file.path.shown(), &file.text, &given)?.edited
        } else {
            context.change(&path, |file| {
                let change = edited(context, file.path.shown(), &file.text, &given)?;
                Ok((Some(change.text), change.edited))
            })?
        };
        let notices: Vec<String> = edited.notices.iter().map(ToString::to_string).collect();
        let blocks = edited.blocks.into_iter().map(|(id, hash)| EditedBlock { id, hash }).collect();
        let output = Output { blocks, deleted: edited.deleted, notices };
        Ok(Answer::new(text(&output, input.dry_run), output))
    }
}

impl Input {
    /// The operations, of which the short form is the last one.
    fn operations(&self) -> Result<Vec<BlockOperation>, ToolError> {
        let mut all = self.ops.clone();
        let short = |op: &str, id: &str| BlockOperation {
            op: op.to_owned(),
            id: id.to_owned(),
            hash: None,
            with: self.with.clone(),
            block: self.block.clone(),
            key: None,
            value: None,
        };
        match (&self.id, &self.with, &self.block) {
            (None, None, None) => {}
            (Some(id), Some(_), None) => all.push(short("replace", id)),
            (Some(id), None, Some(_)) => all.push(short("insert_after", id)),
            _ => {
                let what = "the short form needs `id`, and `with` or `block`";
                return Err(ToolError::new(what, "write other operations in `ops`"));
            }
        }
        if all.is_empty() {
            return Err(ToolError::new("no operation", Edit::INFO.examples[0].input));
        }
        Ok(all)
    }
}

/// The id of an AGD block with the hash of its content.
pub fn guard(format: &str, element: &str) -> Option<String> {
    if format != "agd" {
        return None;
    }
    let document = ::agd::parse(element).ok()?;
    let block = document.blocks().next()?;
    Some(format!("{}:{}", block.id().unwrap_or_default(), block.content_hash()))
}

/// A document after operations.
struct Change {
    text: String,
    /// The operations with whole blocks.
    operations: Vec<Operation>,
    edited: edit::Edited,
}

/// Sends the operations to the daemon of a document, after they were tried on the document as it is now.
fn edited_remote(
    context: &Context,
    path: &FilePath,
    given: &[BlockOperation],
) -> Result<edit::Edited, ToolError> {
    context.check_may_write()?;
    let name = path.remote_name().unwrap_or_default();
    let file = context.workspace().load(path)?;
    let Change { operations, mut edited, .. } = edited(context, path.shown(), &file.text, given)?;
    let lines = operations.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>();
    let lines = lines.map_err(ToolError::message)?;
    context.check_cancelled()?;
    let failed = context.remote()?.apply(name, &lines)?;
    let now = context.remote()?.read(name)?;
    let document = document::parsed(path.shown(), &now).map_err(ToolError::message)?;
    if let Some((index, reason)) = failed.first() {
        let target = operations[*index].target();
        let block = document.find(&target.id).map_or_else(
            || "read the document again".to_owned(),
            |block| format!("#{}:{} is now:\n{}", target.id, block.content_hash(), block.canonical()),
        );
        let (number, others) = (index + 1, operations.len() - failed.len());
        return Err(ToolError::new(
            format_args!(
                "operation {number} was not applied: {reason}; {others} of {} were",
                operations.len()
            ),
            context.cut(&block, MAX_BLOCK_TOKENS),
        ));
    }
    // Others may have changed the same blocks since.
    for (id, hash) in &mut edited.blocks {
        if let Some(block) = document.find(id) {
            *hash = block.content_hash();
        }
    }
    Ok(edited)
}

/// Applies operations to a text.
fn edited(context: &Context, name: &str, text: &str, given: &[BlockOperation]) -> Result<Change, ToolError> {
    let mut document = document::parsed(name, text).map_err(|error| {
        ToolError::new(error, format_args!("repair {name} first: `check` lists its errors"))
    })?;
    let mut given = given.to_vec();
    given.iter_mut().for_each(|operation| operation.complete(&document));
    let json = serde_json::to_string(&given).map_err(ToolError::message)?;
    let operations = operations(&json).map_err(ToolError::message)?;
    let (applied, mut conflict) = (operations.clone(), None);
    let edited = locked_file::checked_change(&mut document, name, |document| {
        edit::apply(document, applied).map_err(|error| {
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
    Ok(Change { text: document.to_text(), operations, edited })
}

impl BlockOperation {
    /// Replaces a text that is only the content of a block by the whole block. The block must still be the one that was
    /// completed.
    fn complete(&mut self, document: &Document<'_>) {
        let Some(Value::String(text)) = &self.with else { return };
        if text.trim_start().starts_with('@') {
            return;
        }
        let target = Target::from(self.id.as_str());
        let Some(block) = document.find(&target.id) else { return };
        let whole = block.to_owned().with_content(text).and_then(|block| serde_json::to_value(block).ok());
        if let Some(whole) = whole {
            self.with = Some(whole);
            if target.hash.is_none() && self.hash.is_none() {
                self.hash = Some(block.content_hash());
            }
        }
    }
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
