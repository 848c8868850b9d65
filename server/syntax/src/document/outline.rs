//! The outline, folds and selections, computed from the depths of symbols.

use tree_sitter::Node;

use crate::{Document, Fold, FoldKind, Span, Symbol, work};

/// The deepest level. Deeper symbols are shown at this level, because clients walk the tree recursively.
const MAX_LEVELS: usize = 64;

/// A symbol of the document with its position in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub symbol: Symbol,
    /// The symbol with everything below it, in document coordinates.
    pub span: Span,
    pub selection: Span,
    /// The number of its parents.
    pub level: usize,
}

/// All symbols in order, each followed by its descendants.
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

/// Ends the innermost open symbol before `next`, without the blank lines before it. `trimmed` is the end without blank
/// lines, if it was already computed for a symbol inside this one.
fn close(document: &Document, items: &mut [Item], open: &[usize], next: usize, trimmed: &mut Option<usize>) {
    let Some(&last) = open.last() else { return };
    work::add(1);
    if items[last].symbol.extends && *trimmed != Some(next) {
        *trimmed = Some(next);
        let end = items[last].span.end as usize;
        items[last].span.end = Span::at(trimmed_end(document, end, next)).end;
    }
    // A parent covers its children, even if it does not extend itself.
    let end = items[last].span.end;
    if let Some(&parent) = open.len().checked_sub(2).and_then(|i| open.get(i)) {
        items[parent].span.end = items[parent].span.end.max(end);
    }
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

/// All folds by first line: those of the format, and each symbol that is longer than its line.
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

/// The last line of a span. A span that ends with a line ending does not include the next line.
pub fn last_line(document: &Document, span: Span) -> usize {
    let end = (span.end as usize).saturating_sub(1).max(span.start as usize);
    document.text().line_of(end)
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
    // Each must cover the previous one. Of two that only overlap, the larger one is removed.
    let mut nested: Vec<Span> = Vec::new();
    for span in spans {
        if nested.last().is_none_or(|inner| span.covers(*inner) && span != *inner) {
            nested.push(span);
        }
    }
    nested
}
