//! Files whose format is not known yet.

use std::borrow::Cow;
use std::path::Path;

/// A file whose format is not known yet.
#[derive(Clone, Copy)]
pub struct Candidate<'a> {
    pub path: Option<&'a Path>,
    /// The language id that an editor gave.
    pub language: Option<&'a str>,
    pub text: &'a dyn WholeText,
    pub surroundings: Surroundings,
}

/// What other files say about a file whose format is not known yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Surroundings {
    /// Whether another file imports it.
    pub imported: bool,
    /// Whether it is in a folder that another file describes ([`FormatInfo::describes`](crate::FormatInfo)).
    pub described: bool,
}

impl Surroundings {
    /// No other file says anything about it.
    pub const NONE: Self = Self { imported: false, described: false };
}

/// A format's answer about a file that does not belong to it by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The file has another format or none.
    None,
    /// The file has no format, but a person who edits it gets completions and code actions of this one, for example
    /// those that add the first annotation. Nothing is reported in such a file.
    Help,
    /// The file has this format.
    Own,
}

/// A text that is searched without being copied as a whole.
pub trait WholeText {
    /// The first bytes, at most `limit`, cut at a character.
    fn head(&self, limit: usize) -> Cow<'_, str>;
    /// Whether `needle`, of at most 64 bytes, occurs.
    fn has(&self, needle: &str) -> bool;
}

impl WholeText for str {
    fn head(&self, limit: usize) -> Cow<'_, str> {
        let mut end = limit.min(self.len());
        while !self.is_char_boundary(end) {
            end -= 1;
        }
        Cow::Borrowed(&self[..end])
    }

    fn has(&self, needle: &str) -> bool {
        memchr::memmem::find(self.as_bytes(), needle.as_bytes()).is_some()
    }
}

impl WholeText for &str {
    fn head(&self, limit: usize) -> Cow<'_, str> {
        (**self).head(limit)
    }

    fn has(&self, needle: &str) -> bool {
        WholeText::has(*self, needle)
    }
}

impl WholeText for crate::Text {
    fn head(&self, limit: usize) -> Cow<'_, str> {
        self.slice(0..limit)
    }

    fn has(&self, needle: &str) -> bool {
        let finder = memchr::memmem::Finder::new(needle.as_bytes());
        // The end of one piece and the start of the next, because the needle may be in both.
        let mut seam: Vec<u8> = Vec::new();
        self.pieces().any(|piece| {
            let piece = piece.as_bytes();
            let overlap = needle.len().saturating_sub(1);
            seam.extend(&piece[..piece.len().min(overlap)]);
            let found = finder.find(piece).is_some() || finder.find(&seam).is_some();
            if piece.len() >= overlap {
                seam.clear();
                seam.extend(&piece[piece.len() - overlap..]);
            }
            found
        })
    }
}
