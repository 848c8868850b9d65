//! The outline and folds, joined from the symbols of chunks. What depends on one chunk alone is kept with it.

use std::sync::Arc;

use crate::document::cached_parts::CachedPart;
use crate::text::piece_positions::PiecePositions;
use crate::{Chunk, Document, Encoding, Fold, FoldKind, Position, Span, Symbol, SymbolRef};

/// The deepest level. Deeper symbols are shown at this level, because clients walk the tree recursively.
pub(crate) const MAX_LEVELS: usize = 64;

/// A symbol of the document with its position in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineItem {
    pub symbol: Symbol,
    /// The symbol with everything below it, in document coordinates.
    pub span: Span,
    pub selection: Span,
    /// The number of its parents.
    pub level: usize,
}

/// A symbol of the document with its positions.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    pub symbol: SymbolRef<'a>,
    /// The symbol with everything below it, in document coordinates.
    pub span: Span,
    pub start: Position,
    pub end: Position,
    pub selection: (Position, Position),
    /// The number of its parents.
    pub level: usize,
    /// The start of its chunk.
    chunk: usize,
}

/// The lines of a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoldRow {
    pub span: Span,
    pub first_line: u32,
    /// The last hidden line.
    pub last_line: u32,
    pub kind: FoldKind,
}

/// The positions of the symbols and folds of a chunk, from its start.
struct OutlinePart {
    line_endings: u32,
    places: Box<[Place]>,
    /// The first and last line of each fold of the analysis.
    folds: Box<[(u32, u32)]>,
    text_end: Option<TextEnd>,
}

/// The positions of a symbol.
struct Place {
    start: Position,
    end: Position,
    selection: (Position, Position),
    /// The end of the text before the symbol; `None` if there are only blanks.
    text_before: Option<TextEnd>,
}

/// The end of a text without the blanks after it.
#[derive(Clone, Copy)]
struct TextEnd {
    offset: u32,
    position: Position,
}

impl CachedPart for OutlinePart {
    fn size(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.places) + size_of_val(&*self.folds)
    }
}

impl OutlinePart {
    fn of(document: &Document, start: usize, chunk: &Chunk, encoding: Encoding) -> Arc<Self> {
        chunk.cached(encoding as u8, || Self::new(chunk, &document.chunk_text(start, chunk), encoding))
    }

    fn new(chunk: &Chunk, text: &str, encoding: Encoding) -> Self {
        let positions = PiecePositions::new(text, encoding);
        let at = |offset: u32| positions.of(offset as usize);
        let text_end = |until: usize| {
            let end = text.get(..until)?.trim_end().len();
            (end > 0).then(|| TextEnd { offset: end as u32, position: positions.of(end) })
        };
        let place = |symbol: SymbolRef<'_>| Place {
            start: at(symbol.span.start),
            end: at(symbol.span.end),
            selection: (at(symbol.selection.start), at(symbol.selection.end)),
            text_before: text_end(symbol.span.start as usize),
        };
        let fold = |fold: &Fold| (at(fold.span.start).line, last_line(at(fold.span.end), fold.span));
        let analysis = chunk.analysis();
        Self {
            line_endings: positions.line_endings(),
            places: analysis.symbols.iter().map(place).collect(),
            folds: analysis.folds.iter().map(fold).collect(),
            text_end: text_end(text.len()),
        }
    }
}

/// The last line of a span that ends at a position. A span that ends with a line ending does not include the next line.
fn last_line(end: Position, span: Span) -> u32 {
    if end.column == 0 && !span.is_empty() { end.line.saturating_sub(1) } else { end.line }
}

/// The parts of all chunks, in order.
fn parts(document: &Document, encoding: Encoding) -> Parts<'_> {
    let parts = document.map_chunks(|start, chunk| OutlinePart::of(document, start, chunk, encoding));
    document.chunks().joined().zip(parts).map(|((start, chunk), part)| (start, chunk, part)).collect()
}

/// Chunks with their starts and parts.
type Parts<'a> = Vec<(usize, &'a Arc<Chunk>, Arc<OutlinePart>)>;

/// Joins the symbols of chunks to a tree.
struct Join<'a> {
    rows: Vec<Row<'a>>,
    /// The rows whose descendants are being read, from the outermost.
    open: Vec<usize>,
    /// The end of the text so far.
    text_end: Option<TextEnd>,
}

impl<'a> Join<'a> {
    fn of(parts: &Parts<'a>) -> Vec<Row<'a>> {
        let mut join = Self { rows: Vec::new(), open: Vec::new(), text_end: None };
        let mut line = 0;
        for (start, chunk, part) in parts {
            for (symbol, place) in chunk.analysis().symbols.iter().zip(&*part.places) {
                join.note_text(place.text_before, *start, line);
                join.push(symbol, place, *start, line);
            }
            join.note_text(part.text_end, *start, line);
            line += part.line_endings;
        }
        join.close(0);
        join.rows
    }

    fn note_text(&mut self, end: Option<TextEnd>, start: usize, line: u32) {
        if let Some(end) = end {
            let offset = Span::at(end.offset as usize).shifted(start).start;
            self.text_end = Some(TextEnd { offset, position: end.position.below(line) });
        }
    }

    fn push(&mut self, symbol: SymbolRef<'a>, place: &Place, chunk: usize, line: u32) {
        self.close(symbol.depth);
        self.open.push(self.rows.len());
        self.rows.push(Row {
            symbol,
            span: symbol.span.shifted(chunk),
            start: place.start.below(line),
            end: place.end.below(line),
            selection: (place.selection.0.below(line), place.selection.1.below(line)),
            level: (self.open.len() - 1).min(MAX_LEVELS),
            chunk,
        });
    }

    /// Ends the open symbols of this depth or a larger one. A symbol that extends ends before the blanks before the
    /// next symbol. A parent covers its children, even if it does not extend itself.
    fn close(&mut self, depth: u32) {
        while let Some(&last) = self.open.last()
            && let Some(row) = self.rows.get_mut(last)
            && row.symbol.depth >= depth
        {
            if let Some(text_end) = self.text_end
                && row.symbol.extends
                && text_end.offset > row.span.end
            {
                (row.span.end, row.end) = (text_end.offset, text_end.position);
            }
            let (offset, end) = (row.span.end, row.end);
            self.open.pop();
            if let Some(parent) = self.open.last().and_then(|parent| self.rows.get_mut(*parent))
                && parent.span.end < offset
            {
                (parent.span.end, parent.end) = (offset, end);
            }
        }
    }
}

/// All symbols in order, each followed by its descendants, with their positions.
pub fn rows(document: &Document, encoding: Encoding) -> Vec<Row<'_>> {
    Join::of(&parts(document, encoding))
}

/// All symbols in order, each followed by its descendants.
pub fn outline(document: &Document) -> Vec<OutlineItem> {
    let item = |row: Row<'_>| OutlineItem {
        symbol: row.symbol.to_symbol(),
        span: row.span,
        selection: row.symbol.selection.shifted(row.chunk),
        level: row.level,
    };
    rows(document, Encoding::default()).into_iter().map(item).collect()
}

/// All folds by first line: those of the format, and each symbol that is longer than its line.
pub fn fold_rows(document: &Document, encoding: Encoding) -> Vec<FoldRow> {
    let parts = parts(document, encoding);
    let mut folds: Vec<FoldRow> = Vec::new();
    let mut line = 0;
    for (start, chunk, part) in &parts {
        let of_format = chunk.analysis().folds.iter().zip(&*part.folds);
        folds.extend(of_format.map(|(fold, (first, last))| FoldRow {
            span: fold.span.shifted(*start),
            first_line: line + first,
            last_line: line + last,
            kind: fold.kind,
        }));
        line += part.line_endings;
    }
    let line_of = |offset: usize| u32::try_from(document.text().line_of(offset)).unwrap_or(u32::MAX);
    folds.extend(document.format().wide_folds(document).into_iter().map(|fold| {
        let range = fold.span.range();
        let last_line = line_of(range.end.saturating_sub(1).max(range.start));
        FoldRow { span: fold.span, first_line: line_of(range.start), last_line, kind: fold.kind }
    }));
    let subtrees = Join::of(&parts).into_iter().filter(|row| row.symbol.extends);
    folds.extend(subtrees.map(|row| FoldRow {
        span: row.span,
        first_line: row.start.line,
        last_line: last_line(row.end, row.span),
        kind: FoldKind::Block,
    }));
    folds.retain(|fold| fold.first_line < fold.last_line);
    folds.sort_by_key(|fold| (fold.span.start, std::cmp::Reverse(fold.span.end)));
    folds.dedup_by_key(|fold| (fold.first_line, fold.last_line));
    folds
}

/// Like [`fold_rows`], without lines.
pub fn folds(document: &Document) -> Vec<Fold> {
    let rows = fold_rows(document, Encoding::default());
    rows.into_iter().map(|row| Fold { span: row.span, kind: row.kind }).collect()
}
