//! Errors of rendering.

use agmark_syntax::Span;

/// Why a prompt could not be rendered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct RenderError {
    /// The place in the program's text, in bytes.
    pub span: Span,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what to do.
    pub message: String,
}

/// An error without its line.
#[derive(Debug)]
pub(crate) struct Fault {
    pub span: Span,
    pub message: String,
}

impl Fault {
    /// The error with its line in `text`.
    pub(crate) fn in_text(self, text: &str) -> RenderError {
        let before = text.get(..self.span.start as usize).unwrap_or(text);
        RenderError { line: before.matches('\n').count() + 1, span: self.span, message: self.message }
    }
}

/// An error at a place.
pub(super) fn fault<T>(span: Span, message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { span, message: message.into() })
}
