//! A text that a tool reads: of a file, or from the call.

use std::sync::Arc;

use agmark_mcp::{Context, FilePath, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;

/// The arguments of a tool that reads a text. Add it to an input with `#[serde(flatten)]`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct TextSource {
    /// File to read
    #[serde(default)]
    pub path: Option<String>,
    /// Text to read instead of a file
    #[serde(default)]
    pub text: Option<String>,
}

/// A text that was read.
pub struct SourceText {
    /// The name in messages.
    pub name: String,
    /// The file, if it is one.
    pub path: Option<FilePath>,
    pub text: Arc<str>,
}

impl TextSource {
    /// # Errors
    /// If the path leads out of the roots, neither or both are given, or the file cannot be read.
    pub fn read(&self, context: &Context) -> Result<SourceText, ToolError> {
        if let Some(path) = &self.path {
            context.file_path(path)?;
        }
        match (&self.path, &self.text) {
            (Some(path), None) => {
                let file = context.load(path)?;
                let (name, path) = (file.path.shown().to_owned(), Some(file.path.clone()));
                Ok(SourceText { name, path, text: Arc::clone(&file.text) })
            }
            (None, Some(text)) => {
                Ok(SourceText { name: "text".to_owned(), path: None, text: text.as_str().into() })
            }
            _ => Err(ToolError::new("name one input", "give either `path` or `text`")),
        }
    }
}
