//! Answers and diagnostics that are written as JSON by the thread that computes them. The library would first make a tree of values of
//! each answer, on the thread that reads messages. For an outline of megabytes that takes longer than everything else.
//!
//! The transport passes such a request to the library under an internal name. Its handler stores the JSON and answers
//! with a number, which the transport replaces with the JSON.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

/// The methods whose answers are written, each with its internal name.
const METHODS: &[(&str, &str)] = &[
    ("textDocument/codeAction", CODE_ACTIONS),
    ("textDocument/codeLens", CODE_LENSES),
    ("textDocument/completion", COMPLETION),
    ("textDocument/diagnostic", DIAGNOSTICS),
    ("textDocument/documentHighlight", HIGHLIGHT),
    ("textDocument/documentLink", LINKS),
    ("textDocument/documentSymbol", OUTLINE),
    ("textDocument/foldingRange", FOLDS),
    ("textDocument/formatting", FORMATTING),
    ("textDocument/inlayHint", HINTS),
    ("textDocument/rangeFormatting", RANGE_FORMATTING),
    ("textDocument/references", REFERENCES),
    ("textDocument/semanticTokens/full", TOKENS),
    ("textDocument/semanticTokens/full/delta", TOKENS_DELTA),
    ("textDocument/semanticTokens/range", TOKENS_RANGE),
    ("workspace/diagnostic", WORKSPACE_DIAGNOSTICS),
];

pub const CODE_ACTIONS: &str = "agmark/written/codeAction";
pub const CODE_LENSES: &str = "agmark/written/codeLens";
pub const COMPLETION: &str = "agmark/written/completion";
pub const DIAGNOSTICS: &str = "agmark/written/diagnostic";
pub const FOLDS: &str = "agmark/written/foldingRange";
pub const FORMATTING: &str = "agmark/written/formatting";
pub const HIGHLIGHT: &str = "agmark/written/documentHighlight";
pub const HINTS: &str = "agmark/written/inlayHint";
pub const LINKS: &str = "agmark/written/documentLink";
pub const OUTLINE: &str = "agmark/written/documentSymbol";
pub const RANGE_FORMATTING: &str = "agmark/written/rangeFormatting";
pub const REFERENCES: &str = "agmark/written/references";
pub const TOKENS: &str = "agmark/written/semanticTokens/full";
pub const TOKENS_DELTA: &str = "agmark/written/semanticTokens/full/delta";
pub const TOKENS_RANGE: &str = "agmark/written/semanticTokens/range";
pub const WORKSPACE_DIAGNOSTICS: &str = "agmark/written/workspaceDiagnostic";

/// The internal name of a method whose answers are written; `None` for any other method.
pub fn internal_name(method: &str) -> Option<&'static str> {
    METHODS.iter().find(|(public, internal)| [*public, *internal].contains(&method)).map(|(_, name)| *name)
}

/// Written answers that the transport has not taken yet.
#[derive(Default)]
pub struct WrittenAnswers(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    last: u64,
    answers: HashMap<u64, Vec<u8>>,
}

impl WrittenAnswers {
    /// Stores an answer and returns its number.
    pub fn put(&self, json: Vec<u8>) -> Value {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.last += 1;
        let number = waiting.last;
        waiting.answers.insert(number, json);
        number.into()
    }

    /// Removes the answer with a number.
    pub fn take(&self, number: &Value) -> Option<Vec<u8>> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.answers.remove(&number.as_u64()?)
    }
}
