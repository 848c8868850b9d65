//! The tool `agd_memory_save`.

use std::path::Path;

use ::agd::Document;
use ::agd::ast::{Content, OwnedBlock};
use ::agd::edit::Operation;
use ::agd::ids::{own_description, slug};
use agmark_files::FileError;
use agmark_mcp::{Access, Answer, Context, Example, Tool, ToolError, ToolInfo};
use agmark_syntax::nearest::nearest;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::memory_document::{self, KINDS, NEW};
use crate::agd::edit::apply;
use crate::agd::locked_file::change_file;
use crate::mcp::failure::failed;

pub struct Save;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// x-user, x-feedback, x-project, x-reference, or another x-NAME
    kind: String,
    /// Id of the block; one that exists is replaced
    id: String,
    /// Any text
    content: String,
    /// The line in the table of contents; without it, the old one is kept
    #[serde(default)]
    desc: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    id: String,
    kind: String,
    /// Whether the block is new
    added: bool,
}

impl Tool for Save {
    const INFO: ToolInfo = ToolInfo {
        name: "agd_memory_save",
        title: "Save to the memory",
        description: "Saves a block in the memory: a new one below the heading of its kind, or in the place of the \
                      block with this id.",
        examples: &[Example {
            title: "a preference",
            input: r#"{"kind":"x-user","id":"tabs","content":"Prefers tabs.","desc":"how to indent"}"#,
            answer: "added #tabs (x-user)",
        }],
        access: Access::Write { destructive: true, idempotent: true, previews: false },
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let file = memory_document::file(context)?;
        check_kind(&input.kind)?;
        check_id(&input.id)?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if !file.exists() {
            // What is refused makes no file.
            save(&mut memory_document::parsed(file, NEW)?, &input)?;
        }
        create(file)?;
        context.check_cancelled()?;
        let added = change_file(file, &name, |document| Ok(save(document, &input)?)).map_err(failed)?;
        let Input { id, kind, .. } = input;
        let verb = if added { "added" } else { "updated" };
        Ok(Answer::new(format!("{verb} #{id} ({kind})\n"), Output { id, kind, added }))
    }
}

/// Makes the document if the file does not exist or is empty.
fn create(file: &Path) -> Result<(), ToolError> {
    match agmark_files::create(file, NEW) {
        // Another server may have made it.
        Ok(()) | Err(FileError::Exists { .. }) => {}
        Err(error) => return Err(error.into()),
    }
    if std::fs::metadata(file).is_ok_and(|about| about.len() == 0) {
        match agmark_files::replace(file, "", NEW) {
            Ok(()) | Err(FileError::Changed { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Saves the block; whether it is new.
fn save(document: &mut Document<'_>, input: &Input) -> Result<bool, ToolError> {
    let mut block = OwnedBlock::new(&input.kind, Content::Fenced(input.content.clone())).with_id(&input.id);
    let old = document.find(&input.id);
    if let Some(old) = old.filter(|old| !old.tag().starts_with("x-")) {
        let what = format_args!("#{} is @{} and not a saved block", input.id, old.tag());
        return Err(ToolError::new(what, format_args!("choose another id: {}-note", input.id)));
    }
    let kept = old.map(own_description).filter(|desc| !desc.is_empty());
    let desc = input.desc.as_deref().map(one_line).or(kept);
    if let Some(desc) = desc.filter(|desc| !desc.is_empty()) {
        block = block.with_attr("desc", desc);
    }
    let added = old.is_none();
    let operation = if added {
        Operation::InsertAfter { id: anchor(document, &input.kind)?.as_str().into(), block }
    } else {
        Operation::Replace { id: input.id.as_str().into(), with: block }
    };
    apply(document, vec![operation]).map_err(|error| ToolError::message(error.error))?;
    Ok(added)
}

/// The heading that a new block comes after.
fn anchor(document: &Document<'_>, kind: &str) -> Result<String, ToolError> {
    let heading = format!("h-{}", kind.strip_prefix("x-").unwrap_or(kind));
    for id in [heading.as_str(), "root"] {
        if document.find(id).is_some() {
            return Ok(id.to_owned());
        }
    }
    let what = format_args!("the memory has neither a heading #{heading} nor #root");
    Err(ToolError::new(what, "a person can add the line `@h1 Memory [#root]` to it"))
}

fn check_kind(kind: &str) -> Result<(), ToolError> {
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    };
    if kind.strip_prefix("x-").is_some_and(is_name) {
        return Ok(());
    }
    let bare = kind.trim_start_matches('@');
    let meant = KINDS.into_iter().find(|known| known.strip_prefix("x-") == Some(bare));
    let meant = meant.or_else(|| nearest(bare, KINDS)).map(str::to_owned);
    let meant = meant.or_else(|| Some(format!("x-{}", slug(bare)?))).unwrap_or_else(|| KINDS[0].to_owned());
    Err(ToolError::new(format_args!("invalid kind {kind:?}"), format_args!("did you mean {meant:?}?")))
}

fn check_id(id: &str) -> Result<(), ToolError> {
    let mut letters = id.chars();
    let first = letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    if first && letters.all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_') {
        return Ok(());
    }
    let meant = slug(id).unwrap_or_else(|| "note".to_owned());
    Err(ToolError::new(format_args!("invalid id {id:?}"), format_args!("did you mean {meant:?}?")))
}

/// A text without line breaks.
fn one_line(text: &str) -> String {
    text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}
