//! Inline text without markup and in canonical form.

use agmark_syntax::Span;

use crate::syntax::block::{Markup, MarkupKind};

/// The text without its markup, for outlines.
pub fn plain(span: Span, markup: &[Markup], text: &str) -> String {
    let mut out = String::new();
    walk(span, markup, |piece, mark| match mark {
        None => out.push_str(piece.text(text)),
        Some(mark) if mark.kind == MarkupKind::Ref => {
            out.push_str(mark.target.map_or("", |target| target.span.text(text)));
        }
        Some(_) => out.push_str(piece.text(text).get(1..piece.len().saturating_sub(1)).unwrap_or("")),
    });
    out
}

/// The text in canonical form: unchanged except for one space in each `@ref #ident`.
pub fn canonical(span: Span, markup: &[Markup], text: &str, out: &mut String) {
    walk(span, markup, |piece, mark| match mark.and_then(|mark| mark.target) {
        None => out.push_str(piece.text(text)),
        Some(target) => {
            out.push_str("@ref ");
            out.push_str(target.span.text(text));
        }
    });
}

/// Calls `visit` with each run of plain text and each piece of markup, in order.
fn walk(span: Span, markup: &[Markup], mut visit: impl FnMut(Span, Option<&Markup>)) {
    let mut at = span.start;
    for mark in markup.iter().filter(|mark| span.covers(mark.span)) {
        if at < mark.span.start {
            visit(Span { start: at, end: mark.span.start }, None);
        }
        visit(mark.span, Some(mark));
        at = mark.span.end;
    }
    if at < span.end {
        visit(Span { start: at, end: span.end }, None);
    }
}
