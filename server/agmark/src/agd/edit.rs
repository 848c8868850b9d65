//! `agd edit`.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::process::ExitCode;

use ::agd::Document;
use ::agd::edit::{BatchError, Notice, OPERATION_FORMS, Operation, operations};
use anyhow::{Context, bail};

use super::locked_file::{self, To};
use crate::examples;
use crate::input::Input;
use crate::terminal;

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(true), after_long_help = examples::after("agd edit", &forms()))]
pub struct Args {
    /// The document
    file: Input,
    /// Operation as JSON, or an array of operations; can be repeated
    #[arg(long, value_name = "JSON", group = "what")]
    op: Vec<String>,
    /// File of operations: one per line, or one array; applied after those of --op
    #[arg(long, value_name = "FILE", group = "what")]
    ops: Option<Input>,
    /// Write the result to the file instead of standard output
    #[arg(short = 'i', long, visible_alias = "in-place")]
    write: bool,
}

/// The operations with their fields and an example of each.
fn forms() -> String {
    let mut out = "Operations:\n".to_owned();
    for form in OPERATION_FORMS {
        let _ = writeln!(
            out,
            "  {} ({}): {}\n      {}",
            form.op,
            form.fields.join(", "),
            form.what,
            form.example
        );
    }
    out.push_str(
        "\nEach operation takes \"hash\" too, the content hash that the block must still have: `agd ids --hash` prints it. \
         A block is AGD text, or JSON as `agd get --json` prints it. All operations are applied, or none.",
    );
    out
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let operations = given(args)?;
    locked_file::change(&args.file, To::of(args.write), |document| {
        for notice in apply(document, operations)?.notices {
            terminal::note(notice);
        }
        Ok(())
    })
}

/// What operations did.
#[derive(Debug)]
pub struct Edited {
    /// The ids of the changed and new blocks that the document has now, each with its content hash.
    pub blocks: Vec<(String, String)>,
    /// The ids of the blocks that it does not have any more.
    pub deleted: Vec<String>,
    pub notices: Vec<Notice>,
}

/// Applies operations: all, or none.
///
/// # Errors
/// The first operation that cannot be applied.
pub fn apply(document: &mut Document<'_>, operations: Vec<Operation>) -> Result<Edited, BatchError> {
    let (mut ids, mut seen) = (Vec::new(), HashSet::new());
    for operation in &operations {
        let target = &operation.target().id;
        let (changed, new) = match operation {
            Operation::Replace { with, .. } => (Some(target), with.id.as_ref()),
            Operation::InsertAfter { block, .. } | Operation::InsertBefore { block, .. } => {
                (None, block.id.as_ref())
            }
            _ => (Some(target), None),
        };
        for id in changed.into_iter().chain(new) {
            if seen.insert(id.as_str()) {
                ids.push(id.clone());
            }
        }
    }
    let notices = document.apply_all(operations)?.notices;
    let mut edited = Edited { blocks: Vec::new(), deleted: Vec::new(), notices };
    for id in ids {
        match document.find(&id).map(|block| block.content_hash()) {
            Some(hash) => edited.blocks.push((id, hash)),
            None => edited.deleted.push(id),
        }
    }
    Ok(edited)
}

fn given(args: &Args) -> anyhow::Result<Vec<Operation>> {
    let mut out = Vec::new();
    for (index, json) in args.op.iter().enumerate() {
        out.extend(operations(json).with_context(|| format!("--op {}", index + 1))?);
    }
    let Some(file) = &args.ops else { return Ok(out) };
    if *file == Input::Standard && args.file == Input::Standard {
        bail!("the document and the operations cannot both come from standard input");
    }
    let text = file.text()?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let is_one_value = || serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    // A list, or one operation on several lines.
    if text.trim_start().starts_with('[') || (text.trim().contains('\n') && is_one_value()) {
        out.extend(operations(text).with_context(|| file.name())?);
        return Ok(out);
    }
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        out.extend(operations(line).with_context(|| format!("{}:{}", file.name(), index + 1))?);
    }
    Ok(out)
}
