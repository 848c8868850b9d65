//! The refs that diffs and scripts name, and the snapshot whose refs they are.

use agmark_syntax::Span;

/// The refs in a piece of a diff or script, and what they are of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    pub what: What,
    /// The snapshot, as the file names it; only in the piece that names it.
    pub about: Option<Box<str>>,
    pub refs: Vec<Use>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum What {
    #[default]
    Diff,
    Script,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    pub name: Box<str>,
    pub span: Span,
    pub role: Role,
}

/// What a ref stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A line with `+`: an element that the base does not have.
    Added,
    /// Another line: an element of the base.
    Known,
    /// Something that refers to an element.
    Reference,
}
