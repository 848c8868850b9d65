//! From and to other formats. What a conversion cannot keep, it says.

pub(crate) mod csv;
mod escape;
mod from_md;
mod html;
mod inline;
mod markdown;
mod marks;
#[cfg(test)]
mod tests;

pub(crate) use from_md::blocks as blocks_of_md;
pub use from_md::from_md;
pub use html::to_html;
pub use markdown::to_md;

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
