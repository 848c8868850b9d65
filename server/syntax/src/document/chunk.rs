//! A piece of a document with its analysis.

use std::any::Any;
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use tree_sitter::Tree;

use crate::document::cached_parts::{CachedPart, CachedParts};
use crate::document::cuts::State;
use crate::format::Data;
use crate::format::chunk_layout::Layout;
use crate::ide::highlight::{Highlighter, Token};
use crate::text::ending::Plain;
use crate::{AnyFormat, CheckNeeds, ChunkAnalysis, Formatted, Piece, Span, common_rules, parse, work};

/// Trees of chunks longer than this, in bytes, are kept for incremental parsing. Parsing a shorter chunk again takes
/// microseconds, and a tree needs eleven times the memory of its text.
const KEEP_TREE: usize = 16 << 10;

/// The depth of texts up to this length, in bytes, is not checked.
const MAY_BE_DEEP: usize = 4 << 10;

/// The id of a chunk, unique in the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChunkId(u64);

impl ChunkId {
    fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// The tree of a chunk that may be enclosed in other text.
pub struct ParsedChunk<'a> {
    pub tree: Tree,
    pub text: Cow<'a, str>,
    /// Where the chunk starts in `text`.
    pub start: usize,
}

/// A parsed and analyzed piece of text. It never changes.
pub struct Chunk {
    id: ChunkId,
    len: usize,
    state: State,
    analysis: ChunkAnalysis,
    needs: CheckNeeds,
    tree: Option<Tree>,
    parts: CachedParts,
    /// What the format computed from the chunk later.
    cache: OnceLock<Box<dyn Any + Send + Sync>>,
}

impl Chunk {
    /// Parses and analyzes `text`, which starts in `state`. `old` is the tree of the old text, already adjusted to the
    /// edit.
    pub(crate) fn new(format: &dyn AnyFormat, text: &str, state: State, old: Option<&Tree>) -> Self {
        let id = ChunkId::next();
        work::add(text.len());
        let understood = catch_unwind(AssertUnwindSafe(|| {
            // The tree of a longer piece is kept and parsed incrementally.
            if text.len() <= KEEP_TREE
                && let Some(analysis) = format.analyze_ordinary(text, &state)
            {
                return (analysis, None);
            }
            // A tree that only highlighting and selection need is parsed on demand on another thread, because some
            // grammars are slow on some texts.
            let parsed = if format.info().reads_tree { text } else { "" };
            let Some(tree) = parse::parse(&format.info().language(), parsed, old) else {
                return (common_rules::too_large(text), None);
            };
            // Each level needs at least one byte, so a short text is never too deep.
            if text.len() > MAY_BE_DEEP && parse::too_deep(&tree) {
                return (common_rules::too_deep(text), None);
            }
            (format.analyze(&Piece { text, tree: &tree, state: &state }), Some(tree))
        }));
        let understood = understood.and_then(|(analysis, tree)| {
            let needs = catch_unwind(AssertUnwindSafe(|| CheckNeeds::of(format, &analysis)))?;
            Ok((analysis, tree, needs))
        });
        // A panic in one document must not end the session.
        let (analysis, tree, needs) = understood
            .unwrap_or_else(|_| (common_rules::fault(format.info().name, text), None, CheckNeeds::OWN));
        let tree = tree.filter(|_| text.len() > KEEP_TREE && format.info().reads_tree);
        Self::put_together(id, text.len(), state, analysis, needs, tree)
    }

    /// The chunk of a text that could not be cut because of a panic. Its diagnostic tells so.
    pub(crate) fn fault(format: &dyn AnyFormat, text: &str) -> Self {
        let analysis = common_rules::fault(format.info().name, text);
        Self::put_together(ChunkId::next(), text.len(), State::default(), analysis, CheckNeeds::OWN, None)
    }

    fn put_together(
        id: ChunkId,
        len: usize,
        state: State,
        mut analysis: ChunkAnalysis,
        needs: CheckNeeds,
        tree: Option<Tree>,
    ) -> Self {
        analysis.shrink_to_fit();
        Self { id, len, state, analysis, needs, tree, parts: CachedParts::default(), cache: OnceLock::new() }
    }

    pub fn id(&self) -> ChunkId {
        self.id
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The state of the line scan at the chunk's start.
    pub fn state(&self) -> &State {
        &self.state
    }

    pub fn analysis(&self) -> &ChunkAnalysis {
        &self.analysis
    }

    /// The format's data of this chunk; `None` if it has none of this type.
    pub fn data<T: Data>(&self) -> Option<&T> {
        self.analysis.data.as_ref()?.get()
    }

    /// The format's summary of this chunk for other files; `None` if it has none of this type.
    pub fn summary<T: Data>(&self) -> Option<&T> {
        self.analysis.summary.as_ref()?.get()
    }

    /// A cache for what the format computes from this chunk later, such as the types of its expressions. It is dropped
    /// with the chunk and never compared, so it must be possible to compute it again.
    pub fn cache<T: Default + Send + Sync + 'static>(&self) -> Option<&T> {
        self.cache.get_or_init(|| Box::<T>::default()).downcast_ref()
    }

    /// The tree, kept or parsed again; `None` for a text that is too large or too deep. `text` is the chunk's text.
    pub fn tree(&self, format: &dyn AnyFormat, text: &str) -> Option<Tree> {
        self.kept_tree().cloned().or_else(|| parse::parse(&format.info().language(), text, None))
    }

    pub(crate) fn kept_tree(&self) -> Option<&Tree> {
        self.tree.as_ref()
    }

    /// The tree as the grammar reads the chunk among the others; `None` for a text that is too large.
    pub fn parsed<'t>(&self, format: &dyn AnyFormat, text: &'t str) -> Option<ParsedChunk<'t>> {
        let Some((whole, start)) = format.enclosed(text, &self.state) else {
            return Some(ParsedChunk { tree: self.tree(format, text)?, text: Cow::Borrowed(text), start: 0 });
        };
        let tree = parse::parse(&format.info().language(), &whole, None)?;
        Some(ParsedChunk { tree, text: Cow::Owned(whole), start })
    }

    /// The chunk's highlighting.
    pub fn tokens(&self, format: &dyn AnyFormat, highlighter: &Highlighter, text: &str) -> Vec<Token> {
        let Some(parsed) = self.parsed(format, text) else { return Vec::new() };
        let mut tokens = highlighter.tokens(&parsed.tree, &parsed.text);
        if parsed.start > 0 || parsed.text.len() > text.len() {
            let own = Span::new(parsed.start, parsed.start + text.len());
            tokens.retain(|token| own.start <= token.start && token.start + token.len <= own.end);
            tokens.iter_mut().for_each(|token| token.start -= own.start);
        }
        tokens
    }

    /// What a request computes from this chunk and its text alone, computed when first needed ([`CachedPart`]). A type
    /// can have several variants.
    pub fn cached<T: CachedPart>(&self, variant: u8, make: impl FnOnce() -> T) -> Arc<T> {
        self.parts.get_or_make(variant, make)
    }

    /// The changes of formatting, computed when first needed. There are none if the text cannot be formatted. `last` is
    /// true for the last chunk, `text` returns the chunk's text.
    pub(crate) fn layout<'t>(
        &self,
        format: &dyn AnyFormat,
        last: bool,
        text: impl FnOnce() -> Cow<'t, str>,
    ) -> Arc<Layout> {
        self.cached(u8::from(last), || {
            let text = text();
            work::add(text.len());
            let plain = Plain::of(&text);
            // A panic in one piece leaves that piece unchanged.
            let formatted = catch_unwind(AssertUnwindSafe(|| self.format(format, &text, &plain, last)));
            match formatted.unwrap_or_default() {
                Some(formatted) => Layout::of(&plain, &formatted.text),
                None => Layout::of(&plain, &plain.text),
            }
        })
    }

    /// The chunk in canonical form with LF line endings, as in `plain`. `text` is the chunk's text.
    pub(crate) fn format(
        &self,
        format: &dyn AnyFormat,
        text: &str,
        plain: &Plain<'_>,
        last: bool,
    ) -> Option<Formatted> {
        // A kept tree belongs to the text with its own line endings.
        let tree = match &plain.text {
            Cow::Borrowed(_) => self.tree(format, text)?,
            Cow::Owned(text) => parse::parse(&format.info().language(), text, None)?,
        };
        format.format(&Piece { text: &plain.text, tree: &tree, state: &self.state }, last)
    }

    /// For what the diagnostics of the document need this chunk even if its names do not.
    pub fn needs(&self) -> CheckNeeds {
        self.needs
    }

    /// Whether there is any such reason.
    pub fn is_marked(&self) -> bool {
        self.needs.meet(CheckNeeds::DIAGNOSTICS)
    }

    /// The chunk's own span.
    pub fn span(&self) -> Span {
        Span::new(0, self.len)
    }
}

impl std::fmt::Debug for Chunk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Chunk").field("len", &self.len).field("state", &self.state).finish_non_exhaustive()
    }
}

/// Compares length, state and analysis, but not the id.
impl PartialEq for Chunk {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.state == other.state && self.analysis == other.analysis
    }
}
