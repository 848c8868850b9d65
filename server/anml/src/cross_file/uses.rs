//! The refs that diffs and scripts name, and the snapshot whose refs they are.

use agmark_syntax::Span;

/// The refs in a piece of a diff or script, and what they are of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefUses {
    pub kind: UserKind,
    /// The snapshot, as the file names it; only in the piece that names it.
    pub about: Option<Box<str>>,
    pub refs: Vec<RefUse>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UserKind {
    #[default]
    Diff,
    Script,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefUse {
    pub name: Box<str>,
    pub span: Span,
    pub role: RefRole,
}

/// The role of a ref in a diff or script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefRole {
    /// A line with `+`: an element that the base does not have.
    Added,
    /// Another line: an element of the base.
    Known,
    /// Something that refers to an element.
    Reference,
}
