//! The tool `diff`: what changed between two ANML snapshots.

use agmark_mcp::{Access, Answer, Context, Example, Tool, ToolError, ToolInfo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::failure::failed;
use crate::anml::diff::{NamedText, compare};

pub struct Diff;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// Earlier snapshot
    old: String,
    /// Later snapshot
    new: String,
    /// Elements of `new` keep the refs that they have in `old`
    #[serde(default)]
    keep_refs: bool,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    changed: bool,
    /// ANML of `type: diff`
    diff: String,
}

impl Tool for Diff {
    const INFO: ToolInfo = ToolInfo {
        name: "diff",
        title: "Compare snapshots",
        description: "What changed from one ANML snapshot to the next, as an ANML diff. `patch` applies it.",
        examples: &[Example {
            title: "before and after a click",
            input: r#"{"old":"login.anml","new":"login-failed.anml"}"#,
            answer: "+ alert",
        }],
        access: Access::Read,
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let (old, new) = (context.load(&input.old)?, context.load(&input.new)?);
        let base = old.path.absolute().file_name().unwrap_or_default().to_string_lossy();
        let old = NamedText { name: old.path.shown(), text: &old.text };
        let new = NamedText { name: new.path.shown(), text: &new.text };
        let made = compare(old, new, &base, input.keep_refs).map_err(failed)?;
        let text = if made.changed { made.text.clone() } else { "no difference\n".to_owned() };
        Ok(Answer::new(text, Output { changed: made.changed, diff: made.text }))
    }
}
