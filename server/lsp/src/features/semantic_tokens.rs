//! Semantic tokens of a document, of a range, or as the difference to the client's tokens.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use agmark_syntax::Span;
use dashmap::DashMap;
use lsp_types as lsp;

use crate::protocol::from_proto;
use crate::protocol::to_proto;
use crate::snapshot::{Asked, Snapshot};

/// The tokens last sent for each URI, with their id.
pub type Sent = DashMap<String, (String, Arc<Vec<lsp::SemanticToken>>)>;

pub fn full(snapshot: &Snapshot, uri: &lsp::Uri, sent: &Sent) -> Option<lsp::SemanticTokensResult> {
    let asked = snapshot.asked(uri)?;
    let data = tokens(snapshot, &asked, None);
    let id = remember(sent, &asked, &data);
    Some(lsp::SemanticTokens { result_id: Some(id), data: data.to_vec() }.into())
}

pub fn range(
    snapshot: &Snapshot,
    uri: &lsp::Uri,
    range: lsp::Range,
) -> Option<lsp::SemanticTokensRangeResult> {
    let asked = snapshot.asked(uri)?;
    let span = from_proto::span(asked.document.text(), range, snapshot.encoding());
    let data = tokens(snapshot, &asked, Some(span));
    Some(lsp::SemanticTokens { result_id: None, data: data.to_vec() }.into())
}

pub fn delta(
    snapshot: &Snapshot,
    params: &lsp::SemanticTokensDeltaParams,
    sent: &Sent,
) -> Option<lsp::SemanticTokensFullDeltaResult> {
    let asked = snapshot.asked(&params.text_document.uri)?;
    let before = sent
        .get(asked.open.uri.as_str())
        .filter(|s| s.0 == params.previous_result_id)
        .map(|s| Arc::clone(&s.1));
    let data = tokens(snapshot, &asked, None);
    let id = remember(sent, &asked, &data);
    let Some(before) = before else {
        return Some(lsp::SemanticTokens { result_id: Some(id), data: data.to_vec() }.into());
    };
    let edits = difference(&before, &data).into_iter().collect();
    Some(lsp::SemanticTokensDelta { result_id: Some(id), edits }.into())
}

fn remember(sent: &Sent, asked: &Asked<'_>, data: &Arc<Vec<lsp::SemanticToken>>) -> String {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let id = NEXT.fetch_add(1, Ordering::Relaxed).to_string();
    sent.insert(asked.open.uri.as_str().to_owned(), (id.clone(), Arc::clone(data)));
    id
}

fn tokens(snapshot: &Snapshot, asked: &Asked<'_>, within: Option<Span>) -> Arc<Vec<lsp::SemanticToken>> {
    let (document, text) = (asked.document, asked.document.text());
    let format = document.format();
    let Some(highlighter) = snapshot.registry.highlighter(&**format) else { return Arc::default() };
    let mut data = Vec::new();
    let mut last = lsp::Position::default();
    let from = within.map_or(0, |w| w.start as usize);
    let until = within.map_or(usize::MAX, |w| w.end as usize);
    for (start, chunk) in document.chunks().from(from).take_while(|(start, _)| *start < until) {
        let source = document.chunk_text(start, chunk);
        for token in &*chunk.tokens(&**format, highlighter, &source) {
            let span = Span::new(token.start as usize, (token.start + token.len) as usize).shifted(start);
            if within.is_some_and(|w| !w.meets(span)) {
                continue;
            }
            let Some(token_type) = to_proto::token_type(token.kind) else { continue };
            let range = to_proto::range(text, span, snapshot.encoding());
            let at = range.start;
            let same_line = at.line == last.line;
            data.push(lsp::SemanticToken {
                delta_line: at.line - last.line,
                delta_start: if same_line { at.character - last.character } else { at.character },
                length: range.end.character.saturating_sub(at.character),
                token_type,
                token_modifiers_bitset: 0,
            });
            last = at;
        }
    }
    Arc::new(data)
}

/// One edit from the old list to the new one. It counts numbers, five for each token.
fn difference(old: &[lsp::SemanticToken], new: &[lsp::SemanticToken]) -> Option<lsp::SemanticTokensEdit> {
    let same = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[same..], &new[same..]);
    let back = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (gone, come) = (old.len() - back, &new[..new.len() - back]);
    (gone > 0 || !come.is_empty()).then(|| lsp::SemanticTokensEdit {
        start: (same * 5) as u32,
        delete_count: (gone * 5) as u32,
        data: Some(come.to_vec()),
    })
}
