//! What a conversion returns.

/// A text in another format, and what was lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Converted {
    pub text: String,
    pub losses: Vec<Loss>,
}

/// Something that the other format cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The line in the converted text, from 1.
    pub line: usize,
    pub what: String,
}

impl std::fmt::Display for Loss {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}
