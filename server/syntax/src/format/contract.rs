//! The contract between a format and everything else.

use std::path::{Path, PathBuf};

use tree_sitter::Tree;

use super::candidate::{Candidate, Claim};
use super::data::Data;
use super::info::FormatInfo;
use super::layout::Formatted;
use crate::document::cuts::{LineScan, State};
use crate::{
    Action, Analysis, Completion, Diagnostic, Document, Edit, FormatSettings, Hint, Hover, Lens, LensOptions,
    Name, Outcome, Request, Resolution, Signature, Span, SuppressionKind, World,
};

/// A format of text: how it is read, checked, laid out, and what it offers to a person at an editor. One crate implements
/// it; features are written once, over what it gives. Only [`Format::scan`] and [`Format::analyze`] are required.
///
/// The methods up to [`Format::format`] are about the text and are also called while nobody looks; those after it answer
/// one person in one place. They may look at the whole document and at other files. All offsets and spans count bytes of
/// the document, except in [`Format::analyze`] and [`Format::format`], where they count from the start of the piece.
pub trait Format: Send + Sync + Sized + 'static {
    /// What is constant about the format.
    const INFO: FormatInfo;

    /// What the format keeps of a chunk for its own features; `()` for nothing.
    type Chunk: Data;

    /// What other files need to know of a chunk ([`World::summaries`]); `()` for nothing. It stays in memory for each
    /// file of the workspace: keep it small.
    type Summary: Data;

    /// Whether a text that belongs to this format by its name or its language id can be of it, from its first
    /// [`HEAD`](crate::format::detection::HEAD) bytes. A text that is not is left alone. Called when a document is opened and after
    /// each change.
    fn accepts(&self, _head: &str) -> bool {
        true
    }

    /// Whether a file is of this format although its name does not say so. Called when a document is opened and after
    /// each change: answer from the start of the text or from a search in it.
    fn claim(&self, _file: &Candidate<'_>) -> Claim {
        Claim::None
    }

    /// The format with the settings of a file in place of its own; `None` if it has no settings. Documents of the file are
    /// made with it, so that everything about them follows the settings.
    fn configured(&self, _settings: &FormatSettings) -> Option<Self> {
        None
    }

    /// A line scan that continues from `state`.
    fn scan(&self, state: &State) -> Box<dyn LineScan>;

    /// Analyzes a piece of a document. It must not depend on anything but the piece and its state.
    fn analyze(&self, piece: &Piece<'_>) -> Analysis<Self::Chunk, Self::Summary>;

    /// The diagnostics that depend on other files. Called after each change if the analysis of any chunk says
    /// [`Analysis::cross_file`]; look at those chunks only ([`Document::cross_file_chunks`]).
    fn check_across_files(&self, _document: &Document, _world: &dyn World) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// The name that `name` becomes by a rename to `new`. It differs from `new` where a name holds more than is written, such
    /// as what it belongs to.
    fn renamed(&self, name: &Name, new: &str) -> Name {
        Name::new(name.space, new)
    }

    /// What the name at `offset` stands for, where that takes types or other files. `None` leaves the answer to the
    /// definitions and references of the analysis. It may cost as much as opening a few files.
    fn resolve(&self, _document: &Document, _world: &dyn World, _offset: usize) -> Option<Resolution> {
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
    /// A sentence for people: why the name is invalid, and what is valid.
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
    /// Called when a person looks at the diagnostics, which are some or all of the document's.
    fn add_fixes(&self, _document: &Document, _world: &dyn World, _diagnostics: &mut [Diagnostic]) {}

    /// Whether automatic fixes left the meaning of a text as it was. Called before they are applied.
    fn keeps_meaning(&self, _before: &str, _after: &str) -> bool {
        true
    }

    /// A piece in canonical form, with LF for all line endings; `None` if the format has none. `last` says that nothing
    /// follows. Canonical form is a fixed point, keeps the meaning, and leaves what has errors byte for byte. The formatted
    /// pieces of a document together are the formatted document.
    fn format(&self, _piece: &Piece<'_>, _last: bool) -> Option<Formatted> {
        None
    }

    /// What to show about the place at `offset`, besides its definition and references.
    fn hover(&self, _document: &Document, _world: &dyn World, _offset: usize) -> Option<Hover> {
        None
    }

    /// A few words on what a name stands for, from the text of its definition ([`crate::Definition::whole`]): `48 tokens`.
    /// Hovers show them after the name.
    fn describe(&self, _name: &Name, _whole: &str) -> String {
        String::new()
    }

    /// What could be written at `offset`, the best first, besides the names that a reference there could mean.
    fn completions(&self, _document: &Document, _world: &dyn World, _offset: usize) -> Vec<Completion> {
        Vec::new()
    }

    /// What `offset` gives an argument to.
    fn signature(&self, _document: &Document, _world: &dyn World, _offset: usize) -> Option<Signature> {
        None
    }

    /// What to change after a person typed `typed`, which ends at `offset`.
    fn on_type(&self, _document: &Document, _offset: usize, _typed: char) -> Vec<Edit> {
        Vec::new()
    }

    /// The places that belong together with the one at `offset` (`if`, `else`, `end`), in order, that one included.
    /// Editors highlight them together and jump from each to the next.
    fn partners(&self, _document: &Document, _offset: usize) -> Vec<Span> {
        Vec::new()
    }

    /// Lines of information above lines of the document, besides the counts of references. Called after each pause in
    /// typing: leave out titles that are expensive ([`Format::lens_title`]).
    fn code_lenses(&self, _document: &Document, _world: &dyn World, _show: LensOptions) -> Vec<Lens> {
        Vec::new()
    }

    /// The title of a lens that has none yet; `None` if the document has changed too much.
    fn lens_title(&self, _document: &Document, _world: &dyn World, _lens: &Lens) -> Option<String> {
        None
    }

    /// Words to show between the words of the document, for the places in `span`.
    fn inlay_hints(&self, _document: &Document, _world: &dyn World, _span: Span) -> Vec<Hint> {
        Vec::new()
    }

    /// What a person could do with the selection, besides fixes.
    fn code_actions(&self, _document: &Document, _world: &dyn World, _selection: Span) -> Vec<Action> {
        Vec::new()
    }

    /// Executes one of [`FormatInfo::commands`].
    ///
    /// # Errors
    /// A sentence for people: why it failed, and what would help.
    fn execute(&self, command: &str, _request: &Request<'_>) -> Result<Outcome, String> {
        Err(format!("unknown command {command}"))
    }
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
