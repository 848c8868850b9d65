//! The symbols around one place, and expanding selections. The list of chunks knows the smallest depth of the symbols in
//! each group of chunks, so this reads few chunks and not the document.

use tree_sitter::Node;

use crate::document::outline::{MAX_LEVELS, OutlineItem};
use crate::{Document, Span, SymbolRef, work};

/// A symbol by its number in a chunk, and the start of the chunk.
#[derive(Clone, Copy)]
struct Found<'a> {
    symbol: SymbolRef<'a>,
    chunk: usize,
    number: usize,
}

impl Found<'_> {
    fn span(&self) -> Span {
        self.symbol.span.shifted(self.chunk)
    }
}

/// The last symbol that starts at or before `offset`, after its ancestors from the outermost. Each span covers
/// everything below its symbol, as in [`super::outline::outline`].
pub fn ancestors(document: &Document, offset: usize) -> Vec<OutlineItem> {
    let found: Vec<_> = path(document, offset).collect();
    let count = found.len();
    let item = |(index, found): (usize, &Found<'_>)| OutlineItem {
        symbol: found.symbol.to_symbol(),
        span: whole(document, found, offset),
        selection: found.symbol.selection.shifted(found.chunk),
        level: (count - 1 - index).min(MAX_LEVELS),
    };
    let mut all: Vec<_> = found.iter().enumerate().map(item).collect();
    all.reverse();
    all
}

/// The last symbol that starts at or before `offset`, and then its ancestors from the innermost.
fn path(document: &Document, offset: usize) -> impl Iterator<Item = Found<'_>> {
    let first = before(document, offset, u32::MAX);
    std::iter::successors(first, |found| parent(document, found))
}

/// The last symbol of a smaller depth that starts at or before `offset`.
fn before(document: &Document, offset: usize, depth: u32) -> Option<Found<'_>> {
    let mut at = offset;
    loop {
        let (start, chunk) = document.chunks().last_above(at, depth)?;
        let symbols = &chunk.analysis().symbols;
        work::add(symbols.len());
        let fits = |(_, symbol): &(usize, SymbolRef<'_>)| {
            symbol.depth < depth && start + symbol.span.start as usize <= offset
        };
        if let Some((number, symbol)) = symbols.iter().enumerate().filter(fits).last() {
            return Some(Found { symbol, chunk: start, number });
        }
        at = start.checked_sub(1)?;
    }
}

fn parent<'a>(document: &'a Document, child: &Found<'a>) -> Option<Found<'a>> {
    let depth = child.symbol.depth;
    let (_, chunk) = document.chunk_at(child.chunk)?;
    work::add(child.number);
    let before_child = chunk.analysis().symbols.iter().take(child.number).enumerate();
    if let Some((number, symbol)) = before_child.filter(|(_, s)| s.depth < depth).last() {
        return Some(Found { symbol, chunk: child.chunk, number });
    }
    before(document, child.chunk.checked_sub(1)?, depth)
}

/// The span of a symbol with everything below it. `inside` is an offset in it.
fn whole(document: &Document, found: &Found<'_>, inside: usize) -> Span {
    let span = found.span();
    let next = next(document, found, inside);
    let mut end = span.end as usize;
    let mut extends = found.symbol.extends;
    if !extends {
        // It covers its descendants. Of those, the last one and its ancestors end last.
        let last = path(document, next.saturating_sub(1));
        for below in last.take_while(|below| below.symbol.depth > found.symbol.depth) {
            end = end.max(below.span().end as usize);
            extends |= below.symbol.extends;
        }
    }
    if extends {
        end = trimmed_end(document, end, next);
    }
    Span::new(span.start as usize, end)
}

/// The start of the first symbol after `inside` that is not below `found`; the end of the text if there is none.
fn next(document: &Document, found: &Found<'_>, inside: usize) -> usize {
    let depth = found.symbol.depth;
    let mut at = inside;
    while let Some((start, chunk)) = document.chunks().first_not_below(at, depth) {
        let symbols = &chunk.analysis().symbols;
        work::add(symbols.len());
        let is_next = |(number, symbol): &(usize, SymbolRef<'_>)| {
            symbol.depth <= depth && (start, *number) > (found.chunk, found.number)
        };
        if let Some((_, symbol)) = symbols.iter().enumerate().find(is_next) {
            return start + symbol.span.start as usize;
        }
        at = start + chunk.len();
        if at >= document.text().len() {
            break;
        }
    }
    document.text().len()
}

/// The end of the text before `next` without white space at the end, at least `least`.
fn trimmed_end(document: &Document, least: usize, next: usize) -> usize {
    let mut end = next;
    while end > least {
        let from = end.saturating_sub(256).max(least);
        let from = document.text().floor(from).max(least);
        let piece = document.text().slice(from..end);
        let trimmed = piece.trim_end().len();
        if trimmed > 0 {
            return from + trimmed;
        }
        if from == least {
            break;
        }
        end = from;
    }
    least
}

/// The span of a node without indent at the start and line ending at the end, as symbols have it.
fn visible(node: Node<'_>, text: &str) -> Span {
    let Some(own) = text.get(node.byte_range()) else { return Span::of(node) };
    let inner = if node.child_count() > 0 { own.trim_start_matches([' ', '\t']) } else { own };
    let start = node.start_byte() + own.len() - inner.len();
    Span::new(start, start + inner.trim_end_matches(['\n', '\r']).len())
}

/// The spans of an expanding selection at `offset`, from the smallest to the whole document: nodes of the tree, then
/// symbols.
pub fn selections(document: &Document, offset: usize) -> Vec<Span> {
    let mut spans = Vec::new();
    if let Some((start, chunk)) = document.chunk_at(offset) {
        let text = document.chunk_text(start, chunk);
        if let Some(parsed) = chunk.parsed(&**document.format(), &text) {
            let at = parsed.start + offset.saturating_sub(start).min(chunk.len());
            let own = Span::new(parsed.start, parsed.start + chunk.len());
            let mut cursor = parsed.tree.walk();
            loop {
                let span = visible(cursor.node(), &parsed.text);
                if cursor.node().parent().is_some() && own.covers(span) {
                    let within = span.range().start - parsed.start;
                    spans.push(Span::new(within, within + span.len()).shifted(start));
                }
                if cursor.goto_first_child_for_byte(at).is_none() {
                    break;
                }
            }
        }
    }
    // A symbol may end where the next one starts.
    for at in [offset, offset.saturating_sub(1)] {
        spans.extend(ancestors(document, at).into_iter().map(|item| item.span));
    }
    spans.push(Span::new(0, document.text().len()));
    spans.retain(|s| s.touches(offset));
    spans.sort_by_key(|s| s.len());
    spans.dedup();
    // Each must cover the previous one. Of two that only overlap, the larger one is removed.
    let mut nested: Vec<Span> = Vec::new();
    for span in spans {
        if nested.last().is_none_or(|inner| span.covers(*inner) && span != *inner) {
            nested.push(span);
        }
    }
    nested
}
