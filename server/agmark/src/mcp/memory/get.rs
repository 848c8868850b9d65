//! The tool `agd_memory_get`.

use agmark_mcp::{Access, Answer, Context, Example, Tool, ToolError, ToolInfo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::memory_document;
use crate::agd::find::block;

pub struct Get;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// Id of a block
    #[serde(default)]
    id: Option<String>,
    /// Ids of several blocks
    #[serde(default)]
    ids: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// AGD text of the blocks
    blocks: Vec<String>,
    /// What was not found
    errors: Vec<String>,
}

impl Tool for Get {
    const INFO: ToolInfo = ToolInfo {
        name: "agd_memory_get",
        title: "Read the memory",
        description: "Blocks of the memory as AGD text.",
        examples: &[Example { title: "a block", input: r#"{"id":"root"}"#, answer: "@h1" }],
        access: Access::Read,
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let file = memory_document::file(context)?;
        let text = memory_document::text(file)?;
        let document = memory_document::parsed(file, &text)?;
        let mut output = Output { blocks: Vec::new(), errors: Vec::new() };
        for id in input.id.iter().chain(&input.ids) {
            match block(&document, id) {
                Ok(block) => output.blocks.push(block.canonical().into_owned()),
                Err(error) => output.errors.push(error.to_string()),
            }
        }
        if output.blocks.is_empty() {
            let what = match output.errors.is_empty() {
                true => "no id".to_owned(),
                false => output.errors.join("\n"),
            };
            return Err(ToolError::new(what, "agd_memory_toc lists the ids"));
        }
        let mut text = output.blocks.join("\n\n") + "\n";
        output.errors.iter().for_each(|error| text.push_str(&format!("error: {error}\n")));
        Ok(Answer::new(text, output))
    }
}
