//! The contract between a format and the rest of the program.

use std::path::{Path, PathBuf};

use tree_sitter::Tree;

use super::candidate::{Candidate, Claim};
use super::data::Data;
use super::info::FormatInfo;
use super::layout::Formatted;
use crate::document::cuts::{LineScan, State};
use crate::{
    Action, Analysis, Completion, Diagnostic, Document, Edit, Findings, Fold, FormatSettings, Hint, Hover,
    Lens, LensOptions, Name, Outcome, Request, Resolution, Signature, Span, SuppressionKind, WantedUses,
    World,
};

/// A text format: how it is parsed, checked and formatted, and its editor features. Each format is one crate. Features
/// that all formats share are computed from its results. Only [`Format::scan`] and [`Format::analyze`] are required.
///
/// The methods up to [`Format::format`] are also called in the background. The methods after it answer a request of a
/// person at one place. All methods with a document may read the whole document and other files. All offsets and spans
/// count bytes of the document, except in [`Format::analyze`] and [`Format::format`], where they count from the start
/// of the piece.
pub trait Format: Send + Sync + Sized + 'static {
    /// The constants of the format.
    const INFO: FormatInfo;

    /// What the format keeps of a chunk for its own features; `()` for nothing.
    type Chunk: Data;

    /// What other files need to know of a chunk ([`World::summaries`]); `()` for nothing. It stays in memory for each
    /// file of the workspace: keep it small.
    type Summary: Data;

    /// Whether a text that belongs to this format by its name or its language id really has this format, from its
    /// first [`HEAD`](crate::format::detection::HEAD) bytes. Other texts are ignored. Called when a document is opened
    /// and after each change.
    fn accepts(&self, _head: &str) -> bool {
        true
    }

    /// Whether a file that does not belong to this format by its name has this format. Called when a document is
    /// opened and after each change: answer from the start of the text or from a search in it.
    fn claim(&self, _file: &Candidate<'_>) -> Claim {
        Claim::None
    }

    /// The format with the settings of a file; `None` if it has no settings. Documents of the file are created with
    /// it, so that all features use the settings.
    fn configured(&self, _settings: &FormatSettings) -> Option<Self> {
        None
    }

    /// A line scan that continues from `state`.
    fn scan(&self, state: &State) -> Box<dyn LineScan>;

    /// Analyzes a piece of a document. It must not depend on anything but the piece and its state.
    fn analyze(&self, piece: &Piece<'_>) -> Analysis<Self::Chunk, Self::Summary>;

    /// The analysis of an ordinary piece, from its text and the state of the line scan where it starts. This takes a
    /// fraction of the time of a parse. `None` if the piece needs its tree. The result must equal [`Format::analyze`].
    fn analyze_ordinary(&self, _text: &str, _state: &State) -> Option<Analysis<Self::Chunk, Self::Summary>> {
        None
    }

    /// A piece enclosed in the text that opens and closes what crosses it, and where the piece starts in that. The
    /// grammar reads it for highlighting and selection. `None` if the grammar reads the piece alone in the same way.
    fn enclosed(&self, _text: &str, _state: &State) -> Option<(String, usize)> {
        None
    }

    /// The diagnostics that depend on other files. Called after each change if the analysis of any chunk says
    /// [`Analysis::cross_file`]; look at those chunks only ([`Document::cross_file_chunks`]).
    fn check_across_files(&self, _document: &Document, _world: &dyn World) -> Findings {
        Findings::default()
    }

    /// The name that `name` becomes by a rename to `new`. It differs from `new` if a name contains more than is
    /// written, for example its parent.
    fn renamed(&self, name: &Name, new: &str) -> Name {
        Name::new(name.space, new)
    }

    /// The meaning of the name at `offset`, if it depends on types or other files. `None` leaves the answer to the
    /// definitions and references of the analysis. It may cost as much as opening a few files. If only the number of
    /// uses is wanted, it must not walk through the document.
    fn resolve(
        &self,
        _document: &Document,
        _world: &dyn World,
        _offset: usize,
        _wanted: WantedUses,
    ) -> Option<Resolution> {
        None
    }

    /// Whether the file at `from` sees the global name that the file at `to` defines. `imports` returns the files that a
    /// file imports.
    fn is_visible(
        &self,
        _name: &Name,
        _from: &Path,
        _to: &Path,
        _imports: &dyn Fn(&Path) -> Vec<PathBuf>,
    ) -> bool {
        true
    }

    /// Checks the new name of a rename and returns the text to write.
    ///
    /// # Errors
    /// A message for the person: why the name is invalid, and what is expected.
    fn check_name(&self, _name: &Name, new: &str) -> Result<String, String> {
        Ok(new.to_owned())
    }

    /// The edit that adds a comment that silences `rule` (a code), for the diagnostic at `span` or for its whole file.
    /// `None` if the format has no comments.
    fn suppress(
        &self,
        _document: &Document,
        _span: Span,
        _rule: &str,
        _kind: SuppressionKind,
    ) -> Option<Edit> {
        None
    }

    /// Adds the fixes that need more than a diagnostic's chunk, such as a number that is free in the whole document.
    /// Called when a person looks at diagnostics; `diagnostics` are some or all of the document's.
    fn add_fixes(&self, _document: &Document, _world: &dyn World, _diagnostics: &mut [Diagnostic]) {}

    /// Whether automatic fixes keep the meaning of a text. Called before they are applied.
    fn keeps_meaning(&self, _before: &str, _after: &str) -> bool {
        true
    }

    /// A piece in canonical form, with LF for all line endings; `None` if the format has no canonical form. `last` is
    /// true for the last piece. Canonical form is a fixed point, keeps the meaning, and does not change text with
    /// errors. The formatted pieces of a document together are the formatted document.
    fn format(&self, _piece: &Piece<'_>, _last: bool) -> Option<Formatted> {
        None
    }

    /// The hover at `offset`, in addition to the definition and the number of references.
    fn hover(&self, _document: &Document, _world: &dyn World, _offset: usize) -> Option<Hover> {
        None
    }

    /// A short note about a name from the text of its definition ([`crate::Definition::whole`]): `48 tokens`. Hovers
    /// show it after the name.
    fn describe(&self, _name: &Name, _whole: &str) -> String {
        String::new()
    }

    /// The completions at `offset`, the best first, in addition to the names for a reference.
    fn completions(&self, _document: &Document, _world: &dyn World, _offset: usize) -> Vec<Completion> {
        Vec::new()
    }

    /// The signature of the call whose arguments `offset` is in.
    fn signature(&self, _document: &Document, _world: &dyn World, _offset: usize) -> Option<Signature> {
        None
    }

    /// The edits after a person typed `typed`, which ends at `offset`.
    fn on_type(&self, _document: &Document, _offset: usize, _typed: char) -> Vec<Edit> {
        Vec::new()
    }

    /// The folds that start in one chunk and end in another. Those within a chunk are in its analysis.
    fn wide_folds(&self, _document: &Document) -> Vec<Fold> {
        Vec::new()
    }

    /// The keywords that belong together with the one at `offset` (`if`, `else`, `end`), in order and including it.
    /// Editors highlight them together and jump from each to the next.
    fn partners(&self, _document: &Document, _offset: usize) -> Vec<Span> {
        Vec::new()
    }

    /// The code lenses of the document, in addition to the numbers of references. Called after each pause in typing:
    /// leave out titles that are expensive ([`Format::lens_title`]).
    fn code_lenses(&self, _document: &Document, _world: &dyn World, _show: LensOptions) -> Vec<Lens> {
        Vec::new()
    }

    /// The title of a lens without one; `None` if the document has changed too much.
    fn lens_title(&self, _document: &Document, _world: &dyn World, _lens: &Lens) -> Option<String> {
        None
    }

    /// The inlay hints in `span`.
    fn inlay_hints(&self, _document: &Document, _world: &dyn World, _span: Span) -> Vec<Hint> {
        Vec::new()
    }

    /// The code actions for the selection, in addition to fixes.
    fn code_actions(&self, _document: &Document, _world: &dyn World, _selection: Span) -> Vec<Action> {
        Vec::new()
    }

    /// Executes one of [`FormatInfo::commands`].
    ///
    /// # Errors
    /// A message for the person: why it failed, and what helps.
    fn execute(&self, command: &str, _request: &Request<'_>) -> Result<Outcome, String> {
        Err(format!("unknown command {command}"))
    }
}

/// A piece of a document, from which a chunk is made.
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
