//! The tool `patch`: applies an ANML diff to its snapshot.

use agmark_mcp::{Access, Answer, Context, Example, Tool, ToolError, ToolInfo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::failure::failed;
use super::text_source::TextSource;
use crate::anml::diff::{NamedText, apply};

pub struct Patch;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// Snapshot that the diff was made from
    base: String,
    /// The diff
    #[serde(flatten)]
    diff: TextSource,
    /// Replace `base` by the result
    #[serde(default)]
    write: bool,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    written: bool,
    /// The new snapshot, if it was not written
    #[serde(skip_serializing_if = "Option::is_none")]
    snapshot: Option<String>,
}

impl Tool for Patch {
    const INFO: ToolInfo = ToolInfo {
        name: "patch",
        title: "Apply a snapshot diff",
        description: "Applies an ANML diff (`path` or `text`) to the snapshot `base`. Refused if it does not fit.",
        examples: &[Example {
            title: "the snapshot after a change",
            input: r#"{"base":"login.anml","path":"login-diff.anml"}"#,
            answer: "alert \"Wrong password\"",
        }],
        access: Access::Write { destructive: true, idempotent: false, previews: true },
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let diff = input.diff.read(context)?;
        let patched = |name: &str, text: &str| {
            let diff = NamedText { name: &diff.name, text: &diff.text };
            apply(NamedText { name, text }, diff).map_err(failed)
        };
        if input.write {
            let path = context.file_path(&input.base)?;
            context.change(&path, |file| Ok((Some(patched(file.path.shown(), &file.text)?), ())))?;
            return Ok(Answer::new(format!("patched {path}\n"), Output { written: true, snapshot: None }));
        }
        let base = context.load(&input.base)?;
        let text = patched(base.path.shown(), &base.text)?;
        Ok(Answer::new(text.clone(), Output { written: false, snapshot: Some(text) }))
    }
}
