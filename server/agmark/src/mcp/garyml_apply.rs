//! The tool `apply`: applies a diff of a GaryML document to the files.

use agmark_garyml::diff::Change;
use agmark_mcp::{Access, Answer, Context, Example, FileReplacement, Tool, ToolError, ToolInfo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::failure::{failed, root_of};
use crate::garyml::apply::{CheckedDiff, Effect, NOTHING};
use crate::garyml::input;
use crate::garyml::workspace_files::WorkspaceFiles;
use crate::terminal::Look;

pub struct Apply;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// GaryML document
    path: String,
    /// Id of a `.Diff` in it
    diff: String,
    /// Answer with the changes, write nothing
    #[serde(default)]
    dry_run: bool,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    written: bool,
    /// The changed files, or the changes of a dry run
    changes: String,
}

impl Tool for Apply {
    const INFO: ToolInfo = ToolInfo {
        name: "apply",
        title: "Apply a diff",
        description: "Applies a `.Diff` of a GaryML document to the files that it names: all of it, or nothing if a \
                      hunk does not fit.",
        examples: &[Example {
            title: "what would change",
            input: r#"{"path":"task.garyml","diff":"fix","dry_run":true}"#,
            answer: "+Stew",
        }],
        access: Access::Write { destructive: true, idempotent: false, previews: true },
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        if !input.dry_run {
            context.check_may_write()?;
        }
        let file = context.load(&input.path)?;
        let path = file.path.absolute().to_path_buf();
        let root = root_of(context, &file.path);
        let around = WorkspaceFiles::within(root, &path, root);
        let document = input::Input::of_text(path, file.path.shown().to_owned(), file.text.to_string());
        let effect = if input.dry_run { Effect::Preview } else { Effect::Write };
        let diff =
            CheckedDiff::new(&document.map_err(failed)?, &input.diff, &around, effect).map_err(failed)?;
        context.check_cancelled()?;
        let written = !input.dry_run && !diff.is_empty();
        let changes = if diff.is_empty() {
            format!("{NOTHING}\n")
        } else if input.dry_run {
            diff.preview(Look::PLAIN)
        } else {
            let report = diff.report(root);
            write(context, diff)?;
            report
        };
        Ok(Answer::new(changes.clone(), Output { written, changes }))
    }
}

/// Writes all files, with the locks and the index of the server.
fn write(context: &Context, diff: CheckedDiff) -> Result<(), ToolError> {
    let (base, changes) = diff.into_changes();
    let path = |path: &str| context.file_path(&base.join(path).to_string_lossy());
    let replacement = |change: Change| {
        Ok(FileReplacement {
            path: path(&change.path)?,
            like: change.moved_from.as_deref().map(path).transpose()?,
            before: change.before,
            after: change.after,
        })
    };
    context.replace_all(changes.into_iter().map(replacement).collect::<Result<_, ToolError>>()?)
}
