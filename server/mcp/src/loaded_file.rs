//! A file as it was read.

use std::sync::{Arc, OnceLock};

use agmark_syntax::{ArcStr, Document, Name};
use rustc_hash::FxHashMap;

use crate::{FilePath, ToolError};

/// A file as it was read: its text and, if it has a format, its document.
#[derive(Clone)]
pub struct LoadedFile {
    pub path: FilePath,
    pub text: Arc<str>,
    /// `None` if the file has no format.
    pub document: Option<Document>,
    /// The defined names by their text. Made when first needed, so that a call on a large document costs one look-up.
    defined: OnceLock<FxHashMap<ArcStr, Vec<Name>>>,
}

impl LoadedFile {
    pub fn new(path: FilePath, text: Arc<str>, document: Option<Document>) -> Self {
        Self { path, text, document, defined: OnceLock::new() }
    }

    /// The names with this text that the document defines, in order.
    pub fn defined_names(&self, text: &str) -> &[Name] {
        let by_text = self.defined.get_or_init(|| {
            let mut by_text: FxHashMap<ArcStr, Vec<Name>> = FxHashMap::default();
            for name in self.document.iter().flat_map(Document::defined_names) {
                by_text.entry(name.text.clone()).or_default().push(name);
            }
            by_text.values_mut().for_each(|names| names.sort());
            by_text
        });
        by_text.get(text).map_or(&[], Vec::as_slice)
    }

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
