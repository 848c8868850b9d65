//! What a conversion returns.

/// A text in another format, and what got lost on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Converted {
    pub text: String,
    pub losses: Vec<Loss>,
}

/// Something that the other format has no place for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Of the text that was converted, from 1.
    pub line: usize,
    pub what: String,
}

impl std::fmt::Display for Loss {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}
