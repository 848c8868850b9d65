//! What a format is to everything else.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tree_sitter::{Language, Tree};

use crate::cuts::{LineScan, State};
use crate::ending::Plain;
use crate::{
    Assist, Diagnostic, Document, Edit, Facts, FormatSetting, FormatSettings, Link, Meaning, Name, Rule,
    Severity, Span, World,
};

/// A format of text: how it is read, checked and laid out. One crate implements it; features are written once,
/// over what it gives. What only a person at an editor asks for is in [`Assist`].
pub trait Format: Assist {
    /// The short name: the first part of its rules' codes.
    fn name(&self) -> &'static str;

    /// The name as people write it.
    fn title(&self) -> &'static str;

    /// The language ids under which editors open its files, the preferred one first.
    fn languages(&self) -> &'static [&'static str];

    /// File name endings that are this format's without a look inside: `agd`, `anml`.
    fn extensions(&self) -> &'static [&'static str];

    /// Whether a text that is of this format by its name, or by what an editor says, can be of it: told from its first
    /// [`HEAD`](crate::head::HEAD) bytes, see [`crate::head`]. A text of other people is left alone. Asked when a
    /// document is opened and after every change.
    fn accepts(&self, _head: &str) -> bool {
        true
    }

    /// Endings of files that may be of this format, which only [`Format::claims`] can tell: `md`, `html`.
    fn candidates(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether a file is of this format although its ending does not say so. Asked when a document is
    /// opened and after every change: to be answered from a look at the beginning or a substring search.
    fn claims(&self, _file: &Candidate<'_>) -> bool {
        false
    }

    /// Whether a person who works on a file that is of no format gets the completions and actions of this one there, for
    /// example those that add the first annotation. Nothing is found in such a file.
    fn helps(&self, _file: &Candidate<'_>) -> bool {
        false
    }

    /// The tree-sitter grammar.
    fn grammar(&self) -> Language;

    /// Whether [`Format::facts`] and [`Format::format`] look at the piece's tree. Those of a format that reads
    /// the text itself get the tree of an empty text.
    fn reads_tree(&self) -> bool {
        true
    }

    /// The highlighting query of the grammar.
    fn highlights(&self) -> &'static str;

    /// All of the format's rules.
    fn rules(&self) -> &'static [&'static Rule];

    /// Codes of rules that find nothing until somebody switches them on.
    fn off_by_default(&self) -> &'static [&'static str] {
        &[]
    }

    /// What may be set for it in `agmark.toml`, in the table of its name.
    fn settings(&self) -> &'static [FormatSetting] {
        &[]
    }

    /// The format with what is set for a file, in place of what was set for this one; none if it has no settings. The
    /// documents of the file are made with it, so that all that is asked of them follows what is set.
    fn with(&self, _set: &FormatSettings) -> Option<Arc<dyn Format>> {
        None
    }

    /// The rule that is broken where the layout is not what [`Format::format`] gives. It costs a look at all of a
    /// document, so it belongs to [`Format::off_by_default`].
    fn layout_rule(&self) -> Option<&'static Rule> {
        None
    }

    /// A line scan that reads on from `state`.
    fn scan(&self, state: &State) -> Box<dyn LineScan>;

    /// Understands a piece of a document. Must not look further than the piece and its state.
    fn facts(&self, piece: &Piece<'_>) -> Facts;

    /// Checks a name that a rename wants to write and says what is to be written, or, in a sentence for
    /// people, why it is no legal name and which are.
    fn rename(&self, _name: &Name, new: &str) -> Result<String, String> {
        Ok(new.to_owned())
    }

    /// The name that `name` becomes by a rename that writes `new`. The two differ where a name holds more than is written
    /// at its places, such as what it belongs to.
    fn renamed(&self, name: &Name, new: &str) -> Name {
        Name::new(name.space, new)
    }

    /// What the name at `offset` means, where that takes a look at the whole document or at other files; it goes
    /// before what facts tell. None leaves it to them. Asked when a person wants to know: it may cost what opening
    /// a few files costs.
    fn meaning(&self, _document: &Document, _world: &dyn World, _offset: usize) -> Option<Meaning> {
        None
    }

    /// The edit that silences `rule` (a code) for the finding at `span`, or for the whole file. None where
    /// the format has no comments.
    fn allow(&self, _document: &Document, _span: Span, _rule: &str, _whole_file: bool) -> Option<Edit> {
        None
    }

    /// Whether the file at `from` sees what another one, at `to`, defines as `name` for the workspace. `imports`
    /// gives the files that a file imports.
    fn sees(&self, _name: &Name, _from: &Path, _to: &Path, _imports: &dyn Fn(&Path) -> Vec<PathBuf>) -> bool {
        true
    }

    /// Adds the fixes that need more than a finding's piece: a number that the whole document does not have
    /// yet. Asked when somebody looks at the findings, which are some or all of the document.
    fn add_fixes(&self, _document: &Document, _world: &dyn World, _findings: &mut [Diagnostic]) {}

    /// Whether a text means the same after fixes that nobody looks at. Asked before these are applied.
    fn keeps(&self, _before: &str, _after: &str) -> bool {
        true
    }

    /// The rule that is broken when `link` leads to a file of the workspace that is not there.
    fn missing_file(&self, _link: &Link) -> Option<&'static Rule> {
        None
    }

    /// The rule that is broken when a document, by its imports, imports itself.
    fn import_cycle(&self) -> Option<&'static Rule> {
        None
    }

    /// What can only be found with a look at other files. Asked after each change, if any chunk's facts say
    /// [`Facts::judged`]; it should look at those chunks only ([`Document::judged`]).
    fn judge(&self, _document: &Document, _world: &dyn World) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// A piece in canonical form; none if the format has no formatting. `last` says that nothing follows. All of its
    /// lines end with LF, whatever the document has: who asks writes that back.
    /// Canonical form is a fixed point, keeps the meaning, and leaves what has errors byte for byte. The
    /// pieces of a document, formatted and put together, are the document formatted.
    fn format(&self, _piece: &Piece<'_>, _last: bool) -> Option<Formatted> {
        None
    }

    /// Whether [`Format::format`] is there at all.
    fn can_format(&self) -> bool {
        false
    }
}

/// A file of which it is not known what it is.
#[derive(Clone, Copy)]
pub struct Candidate<'a> {
    pub path: Option<&'a Path>,
    /// The language id that an editor gave.
    pub language: Option<&'a str>,
    pub text: &'a dyn WholeText,
    /// Whether a file of this format imports it.
    pub imported: bool,
}

/// A text that is looked into without being copied whole.
pub trait WholeText {
    /// Its first bytes, at most `limit`, cut at a character.
    fn head(&self, limit: usize) -> Cow<'_, str>;
    /// Whether `needle`, of at most 64 bytes, occurs.
    fn has(&self, needle: &str) -> bool;
}

/// A piece of a document: what a chunk is made from.
#[derive(Clone, Copy)]
pub struct Piece<'a> {
    pub text: &'a str,
    pub tree: &'a Tree,
    /// The state of the line scan where the piece starts.
    pub state: &'a State,
}

impl Piece<'_> {
    /// Whether the document starts here.
    pub fn is_first(&self) -> bool {
        self.state.is_start()
    }
}

/// A formatted piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formatted {
    pub text: String,
    /// Spans of the piece that have errors and were left as they are.
    pub skipped: Vec<Span>,
}

/// A whole document in canonical form; none if its format has no formatting.
pub fn format_document(document: &Document) -> Option<Formatted> {
    let mut all = Formatted { text: String::with_capacity(document.text().len()), skipped: Vec::new() };
    for (start, one) in format_chunks(document)? {
        all.text.push_str(&one.text);
        all.skipped.extend(one.skipped.iter().map(|s| s.shifted(start)));
    }
    Some(all)
}

/// Each chunk of a document, by its start, in canonical form; none if the format has no formatting. All lines get the
/// line ending of the document, also those that stay as they are because of errors: a line ending is no content.
pub fn format_chunks(document: &Document) -> Option<Vec<(usize, Formatted)>> {
    let format = document.format();
    if !format.can_format() {
        return None;
    }
    let (end, ending) = (document.text().len(), document.text().ending());
    let mut all = Vec::new();
    for (start, chunk) in document.chunks().iter() {
        let text = document.chunk_text(start, chunk);
        let plain = Plain::of(&text);
        let format_piece = || chunk.format(&**format, &text, &plain, start + chunk.len() == end);
        // A fault in one piece leaves that piece as it is.
        let formatted = catch_unwind(AssertUnwindSafe(format_piece)).unwrap_or_default();
        // What cannot be parsed stays as it is.
        let one = formatted.unwrap_or_else(|| Formatted {
            text: plain.text.clone().into_owned(),
            skipped: vec![Span::new(0, plain.text.len())],
        });
        let back =
            |span: &Span| Span::new(plain.offset(span.start as usize), plain.offset(span.end as usize));
        let skipped = one.skipped.iter().map(back).collect();
        all.push((start, Formatted { text: ending.write(&one.text).into_owned(), skipped }));
    }
    Some(all)
}

/// Whether more than half of the lines that are not blank have errors. Nobody should format such a document: it may be
/// something else than its name says.
pub fn is_mostly_errors(document: &Document) -> bool {
    let (mut lines, mut wrong) = (0, 0);
    for (start, chunk) in document.chunks().iter() {
        let text = document.chunk_text(start, chunk);
        let errors = chunk.facts().diagnostics.iter().filter(|d| d.severity == Severity::Error);
        let mut errors: Vec<Span> = errors.map(|d| d.span).collect();
        errors.sort_unstable();
        let mut errors = errors.into_iter().peekable();
        // Where the line ends, and how far the errors so far reach.
        let (mut end, mut reach) = (0, 0);
        for line in text.split_inclusive(['\n', '\r']) {
            let from = end;
            end += line.len();
            let mut has_error = reach > from;
            while let Some(error) = errors.next_if(|e| (e.start as usize) < end || end == text.len()) {
                has_error = true;
                reach = reach.max(error.end as usize);
            }
            if !line.trim().is_empty() {
                lines += 1;
                wrong += usize::from(has_error);
            }
        }
    }
    wrong * 2 > lines
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

impl WholeText for crate::Text {
    fn head(&self, limit: usize) -> Cow<'_, str> {
        self.slice(0..limit)
    }

    fn has(&self, needle: &str) -> bool {
        let finder = memchr::memmem::Finder::new(needle.as_bytes());
        // What may begin at the end of one piece and go on in the next.
        let mut seam: Vec<u8> = Vec::new();
        self.pieces().any(|piece| {
            let piece = piece.as_bytes();
            let reach = needle.len().saturating_sub(1);
            seam.extend(&piece[..piece.len().min(reach)]);
            let found = finder.find(piece).is_some() || finder.find(&seam).is_some();
            if piece.len() >= reach {
                seam.clear();
                seam.extend(&piece[piece.len() - reach..]);
            }
            found
        })
    }
}
