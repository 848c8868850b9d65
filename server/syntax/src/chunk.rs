//! A piece of a document: its tree, its facts.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use tree_sitter::Tree;

use crate::cuts::State;
use crate::ending::Plain;
use crate::findings::layout::Layout;
use crate::highlight::{Highlighter, Token};
use crate::{Facts, Format, Formatted, Link, LinkKind, Piece, Span, Target, general, parse, work};

/// Trees of chunks longer than this are kept, for incremental parsing; shorter chunks are parsed anew in
/// microseconds, and a tree takes eleven times its source in memory.
const KEEP_TREE: usize = 16 << 10;

/// Texts up to this long are not looked through for their depth.
const MAY_BE_DEEP: usize = 4 << 10;

/// Names a chunk; no two chunks of a process share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChunkId(u64);

impl ChunkId {
    fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A parsed and understood piece of text. Never changes.
pub struct Chunk {
    id: ChunkId,
    len: usize,
    state: State,
    facts: Facts,
    /// Whether findings here depend on other files.
    elsewhere: bool,
    tree: Option<Tree>,
    tokens: OnceLock<Arc<[Token]>>,
    /// What formatting would change; once for a chunk that others follow, once for the last one.
    layouts: [OnceLock<Option<Box<Layout>>>; 2],
}

impl Chunk {
    /// Parses and understands `text`, which starts in `state`. `old` is the tree of the text as it was,
    /// already told of the edit.
    pub(crate) fn new(format: &dyn Format, text: &str, state: State, old: Option<&Tree>) -> Self {
        let id = ChunkId::next();
        work::add(text.len());
        let understood = catch_unwind(AssertUnwindSafe(|| {
            // A tree that only colours and selections need is made when they are asked for, and then on another
            // thread: other people's grammars take long on some texts.
            let parsed = if format.reads_tree() { text } else { "" };
            let Some(tree) = parse::parse(&format.grammar(), parsed, old) else {
                return (general::too_large(text), None);
            };
            // Each level takes a byte at least: a short text is not deep enough to be in anybody's way.
            if text.len() > MAY_BE_DEEP && parse::too_deep(&tree) {
                return (general::too_deep(text), None);
            }
            (format.facts(&Piece { text, tree: &tree, state: &state }), Some(tree))
        }));
        let understood = understood.and_then(|(facts, tree)| {
            let elsewhere = catch_unwind(AssertUnwindSafe(|| looks_elsewhere(format, &facts)))?;
            Ok((facts, tree, elsewhere))
        });
        // A fault in one place of one document must not take the session with it.
        let (facts, tree, elsewhere) =
            understood.unwrap_or_else(|_| (general::fault(format.name(), text), None, false));
        let tree = tree.filter(|_| text.len() > KEEP_TREE && format.reads_tree());
        Self::put_together(id, text.len(), state, facts, elsewhere, tree)
    }

    /// A text that cannot be cut into chunks because of a fault: one chunk that says so.
    pub(crate) fn fault(format: &dyn Format, text: &str) -> Self {
        let facts = general::fault(format.name(), text);
        Self::put_together(ChunkId::next(), text.len(), State::default(), facts, false, None)
    }

    fn put_together(
        id: ChunkId,
        len: usize,
        state: State,
        facts: Facts,
        elsewhere: bool,
        tree: Option<Tree>,
    ) -> Self {
        Self { id, len, state, facts, elsewhere, tree, tokens: OnceLock::new(), layouts: Default::default() }
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

    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The tree, kept or made again; `text` is the chunk's text. None for a text that is too large or deep.
    pub fn tree(&self, format: &dyn Format, text: &str) -> Option<Tree> {
        self.kept_tree().cloned().or_else(|| parse::parse(&format.grammar(), text, None))
    }

    pub(crate) fn kept_tree(&self) -> Option<&Tree> {
        self.tree.as_ref()
    }

    /// The chunk's highlighting, made when somebody first asks.
    pub fn tokens(&self, format: &dyn Format, highlighter: &Highlighter, text: &str) -> Arc<[Token]> {
        let make = || match self.tree(format, text) {
            Some(tree) => highlighter.tokens(&tree, text).into(),
            None => Arc::from([]),
        };
        Arc::clone(self.tokens.get_or_init(make))
    }

    /// What formatting would change, found when somebody first asks; none if the format has no formatting. `last` says
    /// that nothing follows, `text` gives the chunk's text.
    pub(crate) fn layout<'t>(
        &self,
        format: &dyn Format,
        last: bool,
        text: impl FnOnce() -> Cow<'t, str>,
    ) -> Option<&Layout> {
        let find = || {
            let text = text();
            work::add(text.len());
            let plain = Plain::of(&text);
            let formatted =
                catch_unwind(AssertUnwindSafe(|| self.format(format, &text, &plain, last))).ok()??;
            Some(Box::new(Layout::of(&plain, &formatted.text)))
        };
        self.layouts[usize::from(last)].get_or_init(find).as_deref()
    }

    /// The chunk in canonical form, with LF for all line endings, as in `plain`; `text` is the chunk's text.
    pub(crate) fn format(
        &self,
        format: &dyn Format,
        text: &str,
        plain: &Plain<'_>,
        last: bool,
    ) -> Option<Formatted> {
        // The tree that may be there is that of the text as it is.
        let tree = match &plain.text {
            Cow::Borrowed(_) => self.tree(format, text)?,
            Cow::Owned(text) => parse::parse(&format.grammar(), text, None)?,
        };
        format.format(&Piece { text: &plain.text, tree: &tree, state: &self.state }, last)
    }

    /// Whether diagnostics of the document need this chunk even where no name of it is in question.
    pub fn is_marked(&self) -> bool {
        self.elsewhere || !self.facts.diagnostics.is_empty() || !self.facts.allows.is_empty()
    }

    /// Whether findings here depend on other files, besides on the names that they define for all.
    pub(crate) fn looks_elsewhere(&self) -> bool {
        self.elsewhere
    }

    /// The chunk's own span.
    pub fn span(&self) -> Span {
        Span::new(0, self.len)
    }
}

fn looks_elsewhere(format: &dyn Format, facts: &Facts) -> bool {
    let cycles = format.import_cycle().is_some();
    let link = |l: &Link| (cycles && l.kind == LinkKind::Import) || format.missing_file(l).is_some();
    facts.judged
        || facts.references.iter().any(|r| matches!(r.target, Target::Other(_)))
        || facts.links.iter().any(link)
}

impl std::fmt::Debug for Chunk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Chunk").field("len", &self.len).field("state", &self.state).finish_non_exhaustive()
    }
}

/// Equal in all that can be seen: length, state, facts. The id is not.
impl PartialEq for Chunk {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.state == other.state && self.facts == other.facts
    }
}
