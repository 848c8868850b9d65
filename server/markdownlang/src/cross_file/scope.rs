//! The types at a place of the document.

use agmark_syntax::{Document, Span};

use super::document_types::DocumentTypes;
use crate::data;
use crate::syntax::ast::TemplatePart;
use crate::type_check::report::TypeScope;
use crate::type_check::{Checker, Value, Variables};
use crate::types::Shapes;

/// The types at `offset`, and the schemas that they come from.
pub(crate) fn types_at(document: &Document, offset: usize) -> Option<(TypeScope, &Shapes)> {
    let front = data::front(document)?;
    let shapes = &*front.shapes;
    let (start, chunk) = document.chunk_at(offset.min(document.text().len().saturating_sub(1)))?;
    let own = data::of(chunk)?;
    let at = offset - start;
    let types = DocumentTypes::of(document, shapes, front.key);
    let around = own.ast.definitions().into_iter().rfind(|(_, body)| holds(body, at));
    let (items, dot, variables) = match around {
        Some((name, body)) => (body, types.dot(name), Variables::default()),
        None => (own.ast.items.as_slice(), shapes.root(), types.variables(document, shapes, start)),
    };
    let root = Value { of: dot.clone(), place: Some(String::new()) };
    let (_, _, scope) = Checker::probing(shapes, variables, at).run(items, root);
    let mut scope = scope.unwrap_or(TypeScope { dot, variables: Vec::new(), value: None });
    if let Some((span, ..)) = &mut scope.value {
        *span = span.shifted(start);
    }
    Some((scope, shapes))
}

/// Whether items are around a place.
fn holds(items: &[TemplatePart], at: usize) -> bool {
    let ends = (items.first().and_then(first), items.last().and_then(last));
    matches!(ends, (Some(first), Some(last)) if first as usize <= at && at <= last as usize)
}

fn first(item: &TemplatePart) -> Option<u32> {
    extent(item).map(|span| span.start)
}

fn last(item: &TemplatePart) -> Option<u32> {
    extent(item).map(|span| span.end)
}

/// From the first to the last known byte of an item.
fn extent(item: &TemplatePart) -> Option<Span> {
    let all = |items: &[TemplatePart]| {
        let (first, last) = (items.first().and_then(extent), items.last().and_then(extent));
        first.zip(last).map(|(a, b)| Span { start: a.start, end: b.end })
    };
    let join = |spans: [Option<Span>; 3]| {
        let known = || spans.iter().flatten();
        let start = known().map(|s| s.start).min()?;
        Some(Span { start, end: known().map(|s| s.end).max()? })
    };
    match item {
        TemplatePart::Text(span) => Some(*span),
        TemplatePart::Value(pipeline) => Some(pipeline.span),
        TemplatePart::Condition(branches, otherwise) => join([
            branches.first().map(|b| b.pipeline.span),
            branches.last().and_then(|b| all(&b.body).or(Some(b.pipeline.span))),
            all(otherwise),
        ]),
        TemplatePart::Range { pipeline, body, otherwise } => {
            join([Some(pipeline.span), all(body), all(otherwise)])
        }
        TemplatePart::Call { name, pipeline, block } => join([
            Some(name.span),
            pipeline.as_ref().map(|p| p.span),
            block.as_ref().and_then(|body| all(body)),
        ]),
        TemplatePart::Define { name, body } => join([Some(name.span), all(body), None]),
        TemplatePart::Break | TemplatePart::Continue => None,
    }
}
