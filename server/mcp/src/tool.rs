//! The contract of a tool.

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::access::Access;
use crate::answer::Answer;
use crate::context::Context;
use crate::tool_error::ToolError;

/// A tool that agents call. It is called on a thread that may block, many at the same time.
pub trait Tool: Send + Sync + 'static {
    /// The constants of the tool.
    const INFO: ToolInfo;

    /// The arguments, a struct. The doc comments of its fields are the descriptions in the schema: keep them short. An
    /// unknown argument is an error before the tool is called.
    type Input: DeserializeOwned + JsonSchema;

    /// The structured answer, a struct. The fields `total`, `left_out` and `next_cursor` are added from
    /// [`Answer::page`].
    type Output: Serialize + JsonSchema;

    /// Answers a call.
    ///
    /// # Errors
    /// What is wrong, and the next step.
    fn call(&self, context: &Context, input: Self::Input) -> Result<Answer<Self::Output>, ToolError>;
}

/// The constants of a tool.
#[derive(Clone, Copy, Debug)]
pub struct ToolInfo {
    /// What agents call it: one lower-case word if possible.
    pub name: &'static str,
    /// What people see: `Find blocks`.
    pub title: &'static str,
    /// What it does and when to use it, for the model: one to three sentences.
    pub description: &'static str,
    /// Example calls. The first one is added to the description. All are tests.
    pub examples: &'static [Example],
    pub access: Access,
}

/// A call and a part of its answer.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// What the call does: `the first two levels`.
    pub title: &'static str,
    /// The arguments, a JSON object.
    pub input: &'static str,
    /// A part of the text of the answer.
    pub answer: &'static str,
}
