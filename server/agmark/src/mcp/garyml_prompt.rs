//! The tool `prompt`: what an agent gets from a GaryML document.

use agmark_garyml::prompt::PromptFormat;
use agmark_mcp::{Access, Answer, Context, Example, Tool, ToolError, ToolInfo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::failure::{failed, root_of};
use crate::garyml::input;
use crate::garyml::prompt::of_document;
use crate::garyml::workspace_files::WorkspaceFiles;

pub struct Prompt;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// GaryML document
    path: String,
    /// One command, as in a document: `.deploy env=prod`
    #[serde(default)]
    command: Option<String>,
    #[serde(default)]
    format: Form,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Form {
    #[default]
    Xml,
    Markdown,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    prompt: String,
    tokens: usize,
    /// Missing files and references
    warnings: Vec<String>,
}

impl Tool for Prompt {
    const INFO: ToolInfo = ToolInfo {
        name: "prompt",
        title: "Write a task's prompt",
        description: "The prompt of a GaryML document, or of one of its commands: with included files, files of \
                      contexts, and each context once.",
        examples: &[Example {
            title: "a task",
            input: r#"{"path":"task.garyml"}"#,
            answer: "<role>Cook</role>",
        }],
        access: Access::Read,
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let file = context.load(&input.path)?;
        let path = file.path.absolute().to_path_buf();
        let root = root_of(context, &file.path);
        let around = WorkspaceFiles::within(root, &path, root);
        let document = input::Input::of_text(path, file.path.shown().to_owned(), file.text.to_string());
        let format = match input.format {
            Form::Xml => PromptFormat::Xml,
            Form::Markdown => PromptFormat::Markdown,
        };
        let made = of_document(&document.map_err(failed)?, input.command.as_deref(), format, &around);
        let made = made.map_err(failed)?;
        let mut text = made.text.clone();
        made.warnings.iter().for_each(|warning| text.push_str(&format!("warning: {warning}\n")));
        let tokens = context.tokens(&made.text);
        Ok(Answer::new(text, Output { prompt: made.text, tokens, warnings: made.warnings }))
    }
}
