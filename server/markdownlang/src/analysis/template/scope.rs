//! What is open and known at a place of the template.

use agmark_syntax::{Name, Span};

/// A control structure that is open.
pub(super) struct Block {
    pub word: &'static str,
    pub keyword: Span,
    /// The start of the action that began the branch which is open.
    pub branch: u32,
    /// The plain `else`, after which only `end` may come.
    pub last_else: Option<Span>,
    /// What was known before.
    pub in_template: bool,
    pub in_range: bool,
    pub visible: usize,
    pub variables: usize,
    /// Of a template: which definition and symbol it is.
    pub template: Option<(usize, usize)>,
}

/// A variable that is known at this point.
pub(super) struct Variable {
    /// With its `$`.
    pub text: String,
    pub name: Name,
}
