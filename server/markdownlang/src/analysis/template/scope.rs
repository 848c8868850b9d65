//! The blocks that are open, and the variables that are visible, at a place of the template.

use agmark_syntax::{Name, Span};

/// An open block.
pub(crate) struct Block {
    pub word: &'static str,
    pub keyword: Span,
    /// The start of the action that started the open branch.
    pub branch: u32,
    /// The plain `else`. Only `end` can follow it.
    pub last_else: Option<Span>,
    /// The reader's state before the block.
    pub outer: TemplateState,
    /// The indexes of the definition and the symbol of a template.
    pub template: Option<(usize, usize)>,
}

/// A visible variable.
pub(crate) struct Variable {
    /// With its `$`.
    pub text: String,
    pub name: Name,
}

/// What is visible at a place of the template.
#[derive(Clone, Copy, Default)]
pub(crate) struct TemplateState {
    /// Whether the innermost template is not the document.
    pub in_template: bool,
    /// Whether a `range` of the innermost template is open.
    pub in_range: bool,
    /// The index of the first variable of the innermost template.
    pub first_variable: usize,
    /// The number of visible variables.
    pub variables: usize,
}

impl Block {
    /// Whether the block is of a kind that can have an `else`.
    pub fn may_have_else(&self) -> bool {
        matches!(self.word, "if" | "range" | "with")
    }
}
