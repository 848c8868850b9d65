//! A hunk: a change at one position of a file.

use agmark_syntax::Span;

/// Adjacent lines and their changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// Its number in its file, from 1.
    pub number: usize,
    /// Its first line in the diff.
    pub span: Span,
    pub place: HunkPosition,
    pub lines: Vec<HunkLine>,
}

/// The position of a hunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HunkPosition {
    /// At this line, counted from 0, or near it.
    Near(usize),
    /// After the first line equal to the first anchor, then after the next anchor, and so on. Without anchors, at the
    /// only match after the hunk before.
    After(Vec<String>),
    /// At the only match, before or after other hunks.
    Anywhere,
    /// At the end of the file.
    End(Vec<String>),
}

/// A line of a hunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HunkLine {
    pub sign: Sign,
    pub text: String,
    /// The whole line, if its first blank may be a sign or part of the text.
    pub whole: Option<String>,
    /// Whether the file ends with it, without a line ending.
    pub unended: bool,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Keep,
    Remove,
    Add,
}

impl HunkLine {
    pub fn new(sign: Sign, text: &str, span: Span) -> Self {
        Self { sign, text: text.to_owned(), whole: None, unended: false, span }
    }

    /// Whether a line of a file matches this one.
    pub fn is(&self, line: &str) -> bool {
        self.text == line || self.whole.as_deref() == Some(line)
    }
}

impl Hunk {
    /// The lines that the file must have.
    pub fn old(&self) -> impl Iterator<Item = &HunkLine> {
        self.lines.iter().filter(|l| l.sign != Sign::Add)
    }

    /// The lines that the file has afterwards.
    pub fn new_lines(&self) -> impl Iterator<Item = &HunkLine> {
        self.lines.iter().filter(|l| l.sign != Sign::Remove)
    }
}
