//! The tool `render`: the prompt of a markdownlang program.

use agmark_mcp::{Access, Answer, Context, Example, Tool, ToolError, ToolInfo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::markdownlang::render::prompt;

pub struct Render;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// Program
    path: String,
    /// Input of the program; without it, a sample
    #[serde(default)]
    input: Option<Value>,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    prompt: String,
    tokens: usize,
    /// The sample, if no input was given
    #[serde(skip_serializing_if = "Option::is_none")]
    sample: Option<Value>,
}

impl Tool for Render {
    const INFO: ToolInfo = ToolInfo {
        name: "render",
        title: "Render a prompt",
        description: "The prompt of a markdownlang program for an input. Nothing is run.",
        examples: &[Example {
            title: "for an input",
            input: r#"{"path":"greet.md","input":{"name":"Ada"}}"#,
            answer: "Ada",
        }],
        access: Access::Read,
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let file = context.load(&input.path)?;
        let rendered = prompt(file.path.shown(), &file.text, input.input)
            .map_err(|error| ToolError::new(error, "correct the program or the input"))?;
        let mut text = rendered.prompt.clone();
        if let Some(sample) = &rendered.sample {
            text = format!("for the sample input {sample}:\n{text}");
        }
        let tokens = context.tokens(&rendered.prompt);
        Ok(Answer::new(text, Output { prompt: rendered.prompt, tokens, sample: rendered.sample }))
    }
}
