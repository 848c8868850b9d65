//! The outline, folding and selection: what the depths of symbols give together.

use tree_sitter::Node;

use crate::{Document, Fold, FoldKind, Span, Symbol, work};

/// Deeper levels are shown at this one: nobody reads them, and clients walk the tree recursively.
const MAX_LEVELS: usize = 64;

/// A symbol of the document with its place in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub symbol: Symbol,
    /// The whole of it with everything under it, in document coordinates.
    pub span: Span,
    pub selection: Span,
    /// How many of its parents are shown.
    pub level: usize,
}

/// All symbols in order, each followed by those below it.
pub fn outline(document: &Document) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut trimmed = None;
    for (start, chunk) in document.chunks().iter() {
        for symbol in &chunk.analysis().symbols {
            let span = symbol.span.shifted(start);
            while let Some(&parent) = open.last()
                && items[parent].symbol.depth >= symbol.depth
            {
                close(document, &mut items, &open, span.start as usize, &mut trimmed);
                open.pop();
            }
            open.push(items.len());
            items.push(Item {
                symbol: symbol.clone(),
                span,
                selection: symbol.selection.shifted(start),
                level: (open.len() - 1).min(MAX_LEVELS),
            });
        }
    }
    while !open.is_empty() {
        close(document, &mut items, &open, document.text().len(), &mut trimmed);
        open.pop();
    }
    items
}

/// The innermost open symbol ends before `next`: without the blank lines in between. Where those before `next` were
/// looked at already, for a symbol inside of this one, `trimmed` says so: this one reaches as far.
fn close(document: &Document, items: &mut [Item], open: &[usize], next: usize, trimmed: &mut Option<usize>) {
    let Some(&last) = open.last() else { return };
    work::add(1);
    if items[last].symbol.extends && *trimmed != Some(next) {
        *trimmed = Some(next);
        let end = items[last].span.end as usize;
        items[last].span.end = Span::at(trimmed_end(document, end, next)).end;
    }
    // A parent holds its children, also where it does not reach further itself.
    let end = items[last].span.end;
    if let Some(&parent) = open.len().checked_sub(2).and_then(|i| open.get(i)) {
        items[parent].span.end = items[parent].span.end.max(end);
    }
}

/// `next` without white space before it, but not before `least`.
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

/// Everything that folds, by first line: what the format says, and every symbol that reaches further than
/// its line.
pub fn folds(document: &Document) -> Vec<Fold> {
    let mut folds: Vec<Fold> = Vec::new();
    for (start, chunk) in document.chunks().iter() {
        folds.extend(
            chunk.analysis().folds.iter().map(|f| Fold { span: f.span.shifted(start), kind: f.kind }),
        );
    }
    let subtrees = outline(document).into_iter().filter(|i| i.symbol.extends);
    folds.extend(subtrees.map(|i| Fold { span: i.span, kind: FoldKind::Block }));
    folds.retain(|f| document.text().line_of(f.span.start as usize) < last_line(document, f.span));
    folds.sort_by_key(|f| (f.span.start, std::cmp::Reverse(f.span.end)));
    folds.dedup_by_key(|f| (document.text().line_of(f.span.start as usize), last_line(document, f.span)));
    folds
}

/// The last line of a span; a span that ends with a line ending does not reach into the next line.
pub fn last_line(document: &Document, span: Span) -> usize {
    let end = (span.end as usize).saturating_sub(1).max(span.start as usize);
    document.text().line_of(end)
}

/// A node without the indent before its parts and the line ending after them: symbols begin and end there too.
fn visible(node: Node<'_>, text: &str) -> Span {
    let Some(own) = text.get(node.byte_range()) else { return Span::of(node) };
    let inner = if node.child_count() > 0 { own.trim_start_matches([' ', '\t']) } else { own };
    let start = node.start_byte() + own.len() - inner.len();
    Span::new(start, start + inner.trim_end_matches(['\n', '\r']).len())
}

/// What a growing selection at `offset` covers, from the smallest to the whole document: nodes of the tree,
/// then the symbols around.
pub fn selections(document: &Document, offset: usize) -> Vec<Span> {
    let mut spans = Vec::new();
    if let Some((start, chunk)) = document.chunk_at(offset) {
        let text = document.chunk_text(start, chunk);
        if let Some(tree) = chunk.tree(&**document.format(), &text) {
            let at = offset.saturating_sub(start).min(chunk.len());
            let mut cursor = tree.walk();
            loop {
                let span = visible(cursor.node(), &text);
                if cursor.node().parent().is_some() {
                    spans.push(span.shifted(start));
                }
                if cursor.goto_first_child_for_byte(at).is_none() {
                    break;
                }
            }
        }
    }
    let around = outline(document).into_iter().map(|i| i.span).filter(|s| s.touches(offset));
    spans.extend(around);
    spans.push(Span::new(0, document.text().len()));
    spans.retain(|s| s.touches(offset));
    spans.sort_by_key(|s| s.len());
    spans.dedup();
    // Each must hold the one before: of two that only cross, the larger one goes.
    let mut nested: Vec<Span> = Vec::new();
    for span in spans {
        if nested.last().is_none_or(|inner| span.covers(*inner) && span != *inner) {
            nested.push(span);
        }
    }
    nested
}
