//! A file as it was read.

use std::sync::Arc;

use agmark_syntax::Document;

use crate::{FilePath, ToolError};

/// A file as it was read: its text and, if it has a format, its document.
#[derive(Clone)]
pub struct LoadedFile {
    pub path: FilePath,
    pub text: Arc<str>,
    /// `None` if the file has no format.
    pub document: Option<Document>,
}

impl LoadedFile {
    /// The document.
    ///
    /// # Errors
    /// If the file has no format.
    pub fn document(&self) -> Result<&Document, ToolError> {
        self.document.as_ref().ok_or_else(|| {
            ToolError::new(
                format_args!("{}: the format of this file is not known", self.path),
                "call `outline` without a path for the documents that are known",
            )
        })
    }

    /// The name of its format, as the registry knows it.
    pub fn format(&self) -> Option<&'static str> {
        self.document.as_ref().map(|document| document.format().info().name)
    }

    /// The line of a byte, from 1.
    pub fn line(&self, offset: usize) -> usize {
        let before = self.text.get(..offset).unwrap_or(&self.text);
        before.bytes().filter(|byte| *byte == b'\n').count() + 1
    }
}
