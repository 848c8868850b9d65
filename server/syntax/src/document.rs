//! A document: its text, chunks and names.

pub mod analysis;
pub mod ancestors;
pub mod cached_parts;
pub mod check_needs;
pub mod chunk;
pub(crate) mod chunk_ids;
pub mod cuts;
mod edit;
pub mod lf_document;
pub mod line_columns;
pub mod names;
pub mod outline;
pub mod packed;
pub mod parse;
pub mod sequence;
pub mod shards;
pub mod space;
pub mod symbols;

use std::any::Any;
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use crate::document::cuts::{Cut, State};
use crate::document::names::Names;
use crate::document::sequence::Sequence;
use crate::world::summaries::Summaries;
use crate::{AnyFormat, CheckNeeds, Chunk, Name, Reference, Span, SymbolRef, Target, Text, work};
use rayon::prelude::*;

/// The smallest number of new chunks that several threads analyze.
const PARALLEL: usize = 16;

/// A document of one format at one moment. A clone is cheap and never changes.
#[derive(Clone)]
pub struct Document {
    format: Arc<dyn AnyFormat>,
    text: Text,
    chunks: Sequence,
    names: Names,
    /// Whether the format panicked on the text as a whole. The document is then one chunk with a diagnostic, until the
    /// next edit.
    failed: bool,
    derived: Derived,
}

/// What a request derived from a document as a whole. Later states of the document share it, so that it can be renewed
/// by what changed.
pub(crate) type Derived = Arc<Mutex<Option<Box<dyn Any + Send + Sync>>>>;

/// An occurrence of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    pub name: Name,
    pub span: Span,
    /// None for a definition.
    pub reference: Option<Reference>,
}

/// A definition in document coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defined {
    pub span: Span,
    pub whole: Span,
    pub global: bool,
}

impl Document {
    /// Cuts, parses and analyzes a text. A panic becomes a diagnostic.
    pub fn new(format: Arc<dyn AnyFormat>, text: &str) -> Self {
        Self::of(format, None, Cow::Borrowed(text))
    }

    /// Like [`Self::new`]. The memory of `text` is free before the names are collected, so a long text needs less.
    pub fn of_string(format: Arc<dyn AnyFormat>, text: String) -> Self {
        Self::of(format, None, Cow::Owned(text))
    }

    /// Like [`Self::new`], for a text that is kept already: the document shares it.
    pub fn of_text(format: Arc<dyn AnyFormat>, text: Text) -> Self {
        let mut whole = String::with_capacity(text.len());
        text.pieces().for_each(|piece| whole.push_str(piece));
        Self::of(format, Some(text), Cow::Owned(whole))
    }

    fn of(format: Arc<dyn AnyFormat>, text: Option<Text>, whole: Cow<'_, str>) -> Self {
        let analyze = || Self::chunks_of_text(&*format, &whole, &|| false).unwrap_or_default();
        let chunks = catch_unwind(AssertUnwindSafe(analyze));
        let text = text.unwrap_or_else(|| Text::new(&whole));
        drop(whole);
        let understood = chunks.and_then(|chunks| {
            let join = || rayon::join(|| Sequence::new(chunks.clone()), || Names::of(&chunks));
            catch_unwind(AssertUnwindSafe(join))
        });
        let failed = understood.is_err();
        let (chunks, names) = understood.unwrap_or_else(|_| {
            let fault = Chunk::fault(&*format, &text.to_string());
            (Sequence::new(vec![Arc::new(fault)]), Names::default())
        });
        Self { format, text, chunks, names, failed, derived: Derived::default() }
    }

    /// The chunks of a text that will not be edited. This is less work than a document, which also keeps the text and
    /// counts the names. A panic becomes a diagnostic here too.
    pub fn analyze(format: &dyn AnyFormat, text: &str) -> Vec<Arc<Chunk>> {
        Self::analyze_unless(format, text, &|| false).unwrap_or_default()
    }

    /// Like [`Self::analyze`]; `None` once `stops` returns true.
    pub fn analyze_unless(
        format: &dyn AnyFormat,
        text: &str,
        stops: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<Arc<Chunk>>> {
        catch_unwind(AssertUnwindSafe(|| Self::chunks_of_text(format, text, stops)))
            .unwrap_or_else(|_| Some(vec![Arc::new(Chunk::fault(format, text))]))
    }

    /// The chunks of a text; `None` once `stops` returns true.
    fn chunks_of_text(
        format: &dyn AnyFormat,
        text: &str,
        stops: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<Arc<Chunk>>> {
        let analyze = |starts: &[Cut], end: usize| -> Option<Vec<_>> {
            let ends = starts.iter().skip(1).map(|cut| cut.at).chain([end]);
            let one = |(cut, end): (&Cut, usize)| {
                (!stops()).then(|| Arc::new(Chunk::new(format, &text[cut.at..end], cut.state.clone(), None)))
            };
            starts.iter().zip(ends).map(one).collect()
        };
        let analyzed = Mutex::new(Vec::new());
        let add_part = |starts: Vec<Cut>, end: usize| {
            let chunks = analyze(&starts, end);
            let first = starts.first().map_or(0, |cut| cut.at);
            analyzed.lock().unwrap_or_else(PoisonError::into_inner).push((first, chunks));
        };
        // Other threads analyze pieces while this one looks for the next cuts.
        rayon::in_place_scope(|scope| {
            let add_part = &add_part;
            let mut starts = vec![Cut { at: 0, state: State::default() }];
            cuts::find(format.scan(&State::default()), text, |cut| {
                if starts.len() == PARALLEL {
                    let (starts, end) = (std::mem::take(&mut starts), cut.at);
                    scope.spawn(move |_| add_part(starts, end));
                }
                starts.push(cut);
            });
            add_part(starts, text.len());
        });
        let mut analyzed = analyzed.into_inner().unwrap_or_else(PoisonError::into_inner);
        analyzed.sort_unstable_by_key(|(first, _)| *first);
        let parts: Option<Vec<_>> = analyzed.into_iter().map(|(_, chunks)| chunks).collect();
        Some(parts?.into_iter().flatten().collect())
    }

    pub fn format(&self) -> &Arc<dyn AnyFormat> {
        &self.format
    }

    pub(crate) fn derived(&self) -> &Derived {
        &self.derived
    }

    pub fn text(&self) -> &Text {
        &self.text
    }

    pub fn chunks(&self) -> &Sequence {
        &self.chunks
    }

    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Every name that this document defines.
    pub fn defined_names(&self) -> Vec<Name> {
        self.names.iter().filter(|(_, o)| !o.definitions.is_empty()).map(|(n, _)| n.clone()).collect()
    }

    /// Whether any reference names another file.
    pub fn depends_on_other_files(&self) -> bool {
        self.marked(CheckNeeds::ELSEWHERE).next().is_some()
    }

    /// The chunks with one of these needs, with their starts.
    pub(crate) fn marked(&self, needs: CheckNeeds) -> impl Iterator<Item = (usize, &Arc<Chunk>)> {
        self.chunks.marked_or(needs, Arc::default())
    }

    /// Whether [`Format::check_across_files`] has something to check.
    pub fn has_cross_file_checks(&self) -> bool {
        self.cross_file_chunks().next().is_some()
    }

    /// The chunks in which [`Format::check_across_files`] has something to check, with their starts.
    pub fn cross_file_chunks(&self) -> impl Iterator<Item = (usize, &Arc<Chunk>)> {
        self.marked(CheckNeeds::CROSS_FILE)
    }

    /// The chunks with links that are looked up, with their starts.
    pub fn chunks_with_links(&self) -> impl Iterator<Item = (usize, &Arc<Chunk>)> {
        self.marked(CheckNeeds::LINKS)
    }

    /// The chunks that import other files, with their starts.
    pub fn chunks_with_imports(&self) -> impl Iterator<Item = (usize, &Arc<Chunk>)> {
        self.marked(CheckNeeds::IMPORTS)
    }

    /// The first symbol, with the start of its chunk.
    pub fn first_symbol(&self) -> Option<(usize, SymbolRef<'_>)> {
        let (start, chunk) = self.chunks.first_not_below(0, u32::MAX - 1)?;
        chunk.analysis().symbols.first().map(|symbol| (start, symbol))
    }

    /// The chunk that contains `offset`, with its start.
    pub fn chunk_at(&self, offset: usize) -> Option<(usize, &Arc<Chunk>)> {
        self.chunks.from(offset).next()
    }

    /// The chunks that touch a span, including those that end or start at its ends.
    pub fn chunks_at(&self, span: Span) -> impl Iterator<Item = (usize, &Arc<Chunk>)> {
        let (from, to) = (span.start as usize, span.end as usize);
        self.chunks.from(from.saturating_sub(1)).take_while(move |(start, _)| *start <= to)
    }

    /// A value for each chunk with its start, in order. Several threads compute the values of a large document.
    pub fn map_chunks<T: Send>(&self, of_chunk: impl Fn(usize, &Arc<Chunk>) -> T + Sync) -> Vec<T> {
        let chunks: Vec<_> = self.chunks.joined().collect();
        if chunks.len() < 8 * PARALLEL {
            return chunks.into_iter().map(|(start, chunk)| of_chunk(start, chunk)).collect();
        }
        let all = chunks.into_par_iter().with_min_len(PARALLEL);
        all.map(|(start, chunk)| of_chunk(start, chunk)).collect()
    }

    /// The text of the chunk that starts at `start`.
    pub fn chunk_text(&self, start: usize, chunk: &Chunk) -> std::borrow::Cow<'_, str> {
        self.text.slice(start..start + chunk.len())
    }

    /// What other files need to know of this document.
    pub fn summaries(&self) -> Summaries {
        self.chunks
            .iter()
            .filter_map(|(start, chunk)| Some((start, chunk.analysis().summary.clone()?)))
            .collect()
    }

    /// The name at `offset`, where the cursor is in it or at one of its ends.
    pub fn occurrence_at(&self, offset: usize) -> Option<Occurrence> {
        let mut found: Option<Occurrence> = None;
        for (start, chunk) in self.chunks_at(Span::at(offset)) {
            let here = |span: Span| span.shifted(start).touches(offset);
            let analysis = chunk.analysis();
            let definitions = analysis.definitions.iter().filter(|d| here(d.span)).map(|d| Occurrence {
                name: d.name.clone(),
                span: d.span.shifted(start),
                reference: None,
            });
            let is_name = |r: &Reference| {
                let known = || self.names.get(&r.name).is_some_and(|known| !known.definitions.is_empty());
                r.target != Target::IfDefined || known()
            };
            let touched = analysis.references.iter().filter(|r| here(r.span) && is_name(r));
            let references = touched.map(|r| Occurrence {
                name: r.name.clone(),
                span: r.span.shifted(start),
                reference: Some(r.clone()),
            });
            // Of names that meet at the cursor, the one after the cursor wins, then the shorter one.
            let rank = |o: &Occurrence| (o.span.end as usize == offset && !o.span.is_empty(), o.span.len());
            for one in definitions.chain(references) {
                if found.as_ref().is_none_or(|f| rank(&one) < rank(f)) {
                    found = Some(one);
                }
            }
        }
        found
    }

    /// The chunks that give or need the name of a tie.
    pub fn chunks_tied(&self, name: &Name) -> Option<&names::TiedChunks> {
        self.names.tied(name)
    }

    /// The definitions of `name` in this document, in order.
    pub fn definitions(&self, name: &Name) -> Vec<Defined> {
        let Some(occurrences) = self.names.get(name) else { return Vec::new() };
        self.chunks_of(&occurrences.definitions)
            .flat_map(|(start, chunk)| {
                chunk.analysis().definitions.iter().filter(|d| d.name == *name).map(move |d| Defined {
                    span: d.span.shifted(start),
                    whole: d.whole.shifted(start),
                    global: d.global,
                })
            })
            .collect()
    }

    /// The references to `name` in this document, as a name of this document or of the workspace, in order.
    pub fn references(&self, name: &Name) -> Vec<Span> {
        let Some(occurrences) = self.names.get(name) else { return Vec::new() };
        self.chunks_of(&occurrences.references)
            .flat_map(|(start, chunk)| {
                chunk
                    .analysis()
                    .references
                    .iter()
                    .filter(|r| r.name == *name && !matches!(r.target, Target::Other(_)))
                    .map(move |r| r.span.shifted(start))
            })
            .collect()
    }

    /// All references to `name` in this document, also those to the name in another file, in order.
    pub fn all_references(&self, name: &Name) -> Vec<(Span, &Target)> {
        let here = self.names.get(name).map(|known| known.references.as_slice());
        let ids: Vec<_> = here.into_iter().chain(self.names.elsewhere(name)).flatten().copied().collect();
        self.chunks_of(&ids)
            .flat_map(|(start, chunk)| {
                let all = chunk.analysis().references.iter().filter(|r| r.name == *name);
                all.map(move |r| (r.span.shifted(start), &r.target))
            })
            .collect()
    }

    /// The number of references to `name`; of those to the name in another file, only the ones that `means` accepts.
    pub fn count_references(&self, name: &Name, means: impl Fn(&Target) -> bool) -> usize {
        let elsewhere = self.names.elsewhere(name).unwrap_or_default();
        let others = self.chunks_of(elsewhere).flat_map(|(_, chunk)| &chunk.analysis().references);
        let others = others.filter(|r| r.name == *name && matches!(r.target, Target::Other(_)));
        let here = self.names.get(name).map_or(0, |known| known.references.len());
        here + others.filter(|r| means(&r.target)).count()
    }

    /// The chunks that define these names, in the order of the document.
    pub fn chunks_defining<'a>(
        &'a self,
        names: &[&Name],
    ) -> impl Iterator<Item = (usize, &'a Arc<Chunk>)> + use<'a> {
        let found = names.iter().filter_map(|name| self.names.get(name)).flat_map(|found| &found.definitions);
        let ids: Vec<_> = found.copied().collect();
        self.chunks_of(&ids)
    }

    /// The chunks with these ids, in the order of the document.
    pub fn chunks_of<'a>(
        &'a self,
        ids: &[crate::ChunkId],
    ) -> impl Iterator<Item = (usize, &'a Arc<Chunk>)> + use<'a> {
        let mut ids = ids.to_vec();
        work::add(ids.len());
        ids.sort_unstable();
        self.chunks.marked_or(CheckNeeds::NONE, ids.into())
    }
}
