//! The answer of a tool.

use crate::paging::Page;

/// The answer of a tool: compact text for a model, and the same as a value.
#[derive(Clone, Debug)]
pub struct Answer<T> {
    /// Compact text.
    pub text: String,
    /// The structured answer.
    pub value: T,
    /// The rows that the answer does not contain. `None` if the answer is complete by nature.
    pub page: Option<Page>,
}

impl<T> Answer<T> {
    /// A complete answer.
    pub fn new(text: impl Into<String>, value: T) -> Self {
        Self { text: text.into(), value, page: None }
    }

    /// Adds what was left out.
    #[must_use]
    pub fn with_page(self, page: Page) -> Self {
        Self { page: Some(page), ..self }
    }
}
