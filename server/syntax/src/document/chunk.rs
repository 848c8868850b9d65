//! A piece of a document: its tree, its facts.

use std::any::Any;
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use tree_sitter::Tree;

use crate::diagnostics::layout::Layout;
use crate::document::cuts::State;
use crate::format::Data;
use crate::ide::highlight::{Highlighter, Token};
use crate::text::ending::Plain;
use crate::{Analysis, AnyFormat, Formatted, Link, LinkKind, Piece, Span, Target, common_rules, parse, work};

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
    analysis: Analysis,
    /// Whether findings here depend on other files.
    elsewhere: bool,
    tree: Option<Tree>,
    tokens: OnceLock<Arc<[Token]>>,
    /// What formatting would change; once for a chunk that others follow, once for the last one.
    layouts: [OnceLock<Option<Box<Layout>>>; 2],
    /// What the format worked out from the chunk and keeps with it.
    cache: OnceLock<Box<dyn Any + Send + Sync>>,
}

impl Chunk {
    /// Parses and understands `text`, which starts in `state`. `old` is the tree of the text as it was,
    /// already told of the edit.
    pub(crate) fn new(format: &dyn AnyFormat, text: &str, state: State, old: Option<&Tree>) -> Self {
        let id = ChunkId::next();
        work::add(text.len());
        let understood = catch_unwind(AssertUnwindSafe(|| {
            // A tree that only colours and selections need is made when they are asked for, and then on another
            // thread: other people's grammars take long on some texts.
            let parsed = if format.info().reads_tree { text } else { "" };
            let Some(tree) = parse::parse(&format.info().language(), parsed, old) else {
                return (common_rules::too_large(text), None);
            };
            // Each level takes a byte at least: a short text is not deep enough to be in anybody's way.
            if text.len() > MAY_BE_DEEP && parse::too_deep(&tree) {
                return (common_rules::too_deep(text), None);
            }
            (format.analyze(&Piece { text, tree: &tree, state: &state }), Some(tree))
        }));
        let understood = understood.and_then(|(analysis, tree)| {
            let elsewhere = catch_unwind(AssertUnwindSafe(|| depends_on_other_files(format, &analysis)))?;
            Ok((analysis, tree, elsewhere))
        });
        // A fault in one place of one document must not take the session with it.
        let (analysis, tree, elsewhere) =
            understood.unwrap_or_else(|_| (common_rules::fault(format.info().name, text), None, false));
        let tree = tree.filter(|_| text.len() > KEEP_TREE && format.info().reads_tree);
        Self::put_together(id, text.len(), state, analysis, elsewhere, tree)
    }

    /// A text that cannot be cut into chunks because of a fault: one chunk that says so.
    pub(crate) fn fault(format: &dyn AnyFormat, text: &str) -> Self {
        let analysis = common_rules::fault(format.info().name, text);
        Self::put_together(ChunkId::next(), text.len(), State::default(), analysis, false, None)
    }

    fn put_together(
        id: ChunkId,
        len: usize,
        state: State,
        analysis: Analysis,
        elsewhere: bool,
        tree: Option<Tree>,
    ) -> Self {
        Self {
            id,
            len,
            state,
            analysis,
            elsewhere,
            tree,
            tokens: OnceLock::new(),
            layouts: Default::default(),
            cache: OnceLock::new(),
        }
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

    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// What the format keeps of this chunk; `None` if it keeps nothing of this type.
    pub fn data<T: Data>(&self) -> Option<&T> {
        self.analysis.data.as_ref()?.get()
    }

    /// What other files are told about this chunk; `None` if that is nothing of this type.
    pub fn summary<T: Data>(&self) -> Option<&T> {
        self.analysis.summary.as_ref()?.get()
    }

    /// Where a format keeps what it works out from this chunk later, such as the types of its expressions. It lives as long
    /// as the chunk and is never compared: it must be possible to work it out again.
    pub fn cache<T: Default + Send + Sync + 'static>(&self) -> Option<&T> {
        self.cache.get_or_init(|| Box::<T>::default()).downcast_ref()
    }

    /// The tree, kept or made again; `text` is the chunk's text. None for a text that is too large or deep.
    pub fn tree(&self, format: &dyn AnyFormat, text: &str) -> Option<Tree> {
        self.kept_tree().cloned().or_else(|| parse::parse(&format.info().language(), text, None))
    }

    pub(crate) fn kept_tree(&self) -> Option<&Tree> {
        self.tree.as_ref()
    }

    /// The chunk's highlighting, made when somebody first asks.
    pub fn tokens(&self, format: &dyn AnyFormat, highlighter: &Highlighter, text: &str) -> Arc<[Token]> {
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
        format: &dyn AnyFormat,
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
        format: &dyn AnyFormat,
        text: &str,
        plain: &Plain<'_>,
        last: bool,
    ) -> Option<Formatted> {
        // The tree that may be there is that of the text as it is.
        let tree = match &plain.text {
            Cow::Borrowed(_) => self.tree(format, text)?,
            Cow::Owned(text) => parse::parse(&format.info().language(), text, None)?,
        };
        format.format(&Piece { text: &plain.text, tree: &tree, state: &self.state }, last)
    }

    /// Whether diagnostics of the document need this chunk even where no name of it is in question.
    pub fn is_marked(&self) -> bool {
        self.elsewhere || !self.analysis.diagnostics.is_empty() || !self.analysis.suppressions.is_empty()
    }

    /// Whether findings here depend on other files, besides on the names that they define for all.
    pub(crate) fn depends_on_other_files(&self) -> bool {
        self.elsewhere
    }

    /// The chunk's own span.
    pub fn span(&self) -> Span {
        Span::new(0, self.len)
    }
}

fn depends_on_other_files(format: &dyn AnyFormat, analysis: &Analysis) -> bool {
    let info = format.info();
    let cycles = info.import_cycle.is_some();
    let link = |l: &Link| (cycles && l.kind == LinkKind::Import) || info.missing_target(l).is_some();
    analysis.cross_file
        || analysis.references.iter().any(|r| matches!(r.target, Target::Other(_)))
        || analysis.links.iter().any(link)
}

impl std::fmt::Debug for Chunk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Chunk").field("len", &self.len).field("state", &self.state).finish_non_exhaustive()
    }
}

/// Equal in all that can be seen: length, state, facts. The id is not.
impl PartialEq for Chunk {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.state == other.state && self.analysis == other.analysis
    }
}
