//! A place in a file that a diff changes.

use agmark_syntax::Span;

/// FileLines that follow each other, and what becomes of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// Counted from 1 in its file.
    pub number: usize,
    /// The line that begins it.
    pub span: Span,
    pub place: Place,
    pub lines: Vec<HunkLine>,
}

/// Where a hunk belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// At this line, counted from 0, or near it.
    Near(usize),
    /// After the first line that is the first of these, then after the next, and so on; with none of them,
    /// wherever its lines are after the hunk before, once.
    After(Vec<String>),
    /// Wherever its lines are, once, before or after other hunks.
    Anywhere,
    /// At the end of the file.
    End(Vec<String>),
}

/// A line of a hunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HunkLine {
    pub sign: Sign,
    pub text: String,
    /// The whole line where its first blank may be a mark or a part of it.
    pub whole: Option<String>,
    /// The file ends with it, without a line ending.
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

    /// Whether the line of a file is this one.
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
