//! Semantic tokens of a document, of a range, or as the difference to the client's tokens.
//!
//! The tokens of a chunk are kept with it, so that after an edit only changed chunks are highlighted. Two answers are
//! compared by their chunks.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use agmark_syntax::cached_parts::CachedPart;
use agmark_syntax::highlight::Highlighter;
use agmark_syntax::text::piece_positions::PiecePositions;
use agmark_syntax::{Chunk, Document, Encoding, Position};
use dashmap::DashMap;
use lsp_types as lsp;
use rayon::prelude::*;

use crate::protocol::from_proto;
use crate::protocol::json::{Json, JsonWriter};
use crate::protocol::to_proto;
use crate::snapshot::{RequestedDocument, Snapshot};

/// The smallest number of chunks that are written by one thread.
const PART: usize = 256;

/// The tokens last sent for each URI, with their id.
pub type Sent = DashMap<String, (String, Arc<[Arc<ChunkTokens>]>)>;

/// The tokens of a chunk.
pub struct ChunkTokens {
    /// Each counts from the previous one, the first from the start of the chunk.
    tokens: Box<[lsp::SemanticToken]>,
    line_endings: u32,
    /// The line of the last token.
    last_line: u32,
}

impl CachedPart for ChunkTokens {
    fn size(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.tokens)
    }
}

impl ChunkTokens {
    fn of(
        document: &Document,
        start: usize,
        chunk: &Chunk,
        highlighter: &Highlighter,
        encoding: Encoding,
    ) -> Arc<Self> {
        chunk.cached(encoding as u8, || {
            let text = document.chunk_text(start, chunk);
            let positions = PiecePositions::new(&text, encoding);
            let (mut tokens, mut last) = (Vec::new(), Position::default());
            for token in chunk.tokens(&**document.format(), highlighter, &text) {
                let Some(token_type) = to_proto::token_type(token.kind) else { continue };
                let at = positions.of(token.start as usize);
                let end = positions.of((token.start + token.len) as usize);
                let same_line = at.line == last.line;
                tokens.push(lsp::SemanticToken {
                    delta_line: at.line - last.line,
                    delta_start: if same_line { at.column - last.column } else { at.column },
                    length: end.column.saturating_sub(at.column),
                    token_type,
                    token_modifiers_bitset: 0,
                });
                last = at;
            }
            Self { tokens: tokens.into(), line_endings: positions.line_endings(), last_line: last.line }
        })
    }

    /// The number of lines from the last token to the end of the chunk, if there are `gap` lines from the last token of
    /// the previous chunks to the start of this one.
    fn gap_after(&self, gap: u32) -> u32 {
        if self.tokens.is_empty() { gap + self.line_endings } else { self.line_endings - self.last_line }
    }

    /// The tokens, of which the first counts from the last token of the previous chunks.
    fn after(&self, gap: u32) -> impl Iterator<Item = lsp::SemanticToken> {
        let shifted = move |(index, token): (usize, &lsp::SemanticToken)| match index {
            0 => lsp::SemanticToken { delta_line: token.delta_line + gap, ..*token },
            _ => *token,
        };
        self.tokens.iter().enumerate().map(shifted)
    }
}

pub fn full(snapshot: &Snapshot, uri: &lsp::Uri, sent: &Sent) -> Option<Json> {
    let asked = snapshot.asked(uri)?;
    let chunks = all(snapshot, &asked);
    let id = remember(sent, &asked, &chunks);
    Some(written(Some(&id), &chunks))
}

pub fn range(snapshot: &Snapshot, uri: &lsp::Uri, range: lsp::Range) -> Option<Json> {
    let asked = snapshot.asked(uri)?;
    let (document, text) = (asked.document, asked.document.text());
    let span = from_proto::span(text, range, snapshot.encoding());
    let (first, last) = (
        text.position(span.start as usize, snapshot.encoding()),
        text.position(span.end as usize, snapshot.encoding()),
    );
    let mut data = Vec::new();
    if let Some(highlighter) = snapshot.registry.highlighter(&**document.format()) {
        let from = document.chunks().from(span.start as usize);
        let chunks = from.take_while(|(start, _)| *start < (span.end as usize).max(1));
        let mut previous = Position::default();
        for (start, chunk) in chunks {
            let part = ChunkTokens::of(document, start, chunk, highlighter, snapshot.encoding());
            let mut at = text.position(start, snapshot.encoding());
            for token in &*part.tokens {
                let column = if token.delta_line == 0 { at.column } else { 0 };
                at = Position { line: at.line + token.delta_line, column: column + token.delta_start };
                let end = Position { column: at.column + token.length, ..at };
                if end < first || at > last {
                    continue;
                }
                let same_line = at.line == previous.line;
                data.push(lsp::SemanticToken {
                    delta_line: at.line - previous.line,
                    delta_start: if same_line { at.column - previous.column } else { at.column },
                    ..*token
                });
                previous = at;
            }
        }
    }
    Json::written(&lsp::SemanticTokens { result_id: None, data })
}

pub fn delta(snapshot: &Snapshot, params: &lsp::SemanticTokensDeltaParams, sent: &Sent) -> Option<Json> {
    let asked = snapshot.asked(&params.text_document.uri)?;
    let before = sent
        .get(asked.open.uri.as_str())
        .filter(|s| s.0 == params.previous_result_id)
        .map(|s| Arc::clone(&s.1));
    let chunks = all(snapshot, &asked);
    let id = remember(sent, &asked, &chunks);
    let Some(before) = before else { return Some(written(Some(&id), &chunks)) };
    let edits = difference(&before, &chunks).into_iter().collect();
    Json::written(&lsp::SemanticTokensDelta { result_id: Some(id), edits })
}

fn remember(sent: &Sent, asked: &RequestedDocument<'_>, chunks: &Arc<[Arc<ChunkTokens>]>) -> String {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let id = NEXT.fetch_add(1, Ordering::Relaxed).to_string();
    sent.insert(asked.open.uri.as_str().to_owned(), (id.clone(), Arc::clone(chunks)));
    id
}

/// The tokens of all chunks, in order.
fn all(snapshot: &Snapshot, asked: &RequestedDocument<'_>) -> Arc<[Arc<ChunkTokens>]> {
    let (document, encoding) = (asked.document, snapshot.encoding());
    let Some(highlighter) = snapshot.registry.highlighter(&**document.format()) else {
        return Arc::default();
    };
    let tokens =
        document.map_chunks(|start, chunk| ChunkTokens::of(document, start, chunk, highlighter, encoding));
    tokens.into()
}

/// The tokens as an answer.
fn written(id: Option<&str>, chunks: &[Arc<ChunkTokens>]) -> Json {
    let mut start = JsonWriter::default();
    start.raw("{");
    if let Some(id) = id {
        start.raw("\"resultId\":");
        start.string(id);
        start.raw(",");
    }
    start.raw("\"data\":[");
    // Where each part starts: lines since the last token, and whether there was one.
    let (mut gap, mut is_first) = (0, true);
    let mut parts = Vec::new();
    for chunks in chunks.chunks(PART) {
        parts.push((chunks, gap, is_first));
        for chunk in chunks {
            gap = chunk.gap_after(gap);
            is_first &= chunk.tokens.is_empty();
        }
    }
    let write = |part: &(&[Arc<ChunkTokens>], u32, bool)| {
        let (chunks, mut gap, mut is_first) = *part;
        let count: usize = chunks.iter().map(|chunk| chunk.tokens.len()).sum();
        let mut out = JsonWriter::with_capacity(count * 12);
        for chunk in chunks {
            for token in chunk.after(gap) {
                if !std::mem::take(&mut is_first) {
                    out.raw(",");
                }
                let numbers = [token.delta_line, token.delta_start, token.length, token.token_type];
                for number in numbers {
                    out.number(number);
                    out.raw(",");
                }
                out.number(token.token_modifiers_bitset);
            }
            gap = chunk.gap_after(gap);
        }
        out
    };
    let mut all = vec![start];
    all.extend(parts.par_iter().map(write).collect::<Vec<_>>());
    let mut end = JsonWriter::default();
    end.raw("]}");
    all.push(end);
    Json::of(all)
}

/// One edit from the old tokens to the new ones. It counts numbers, five for each token.
fn difference(old: &[Arc<ChunkTokens>], new: &[Arc<ChunkTokens>]) -> Option<lsp::SemanticTokensEdit> {
    let same = old.iter().zip(new).take_while(|(a, b)| Arc::ptr_eq(a, b)).count();
    let (mut gap, mut count) = (0, 0);
    for chunk in &old[..same] {
        gap = chunk.gap_after(gap);
        count += chunk.tokens.len();
    }
    let (old, new) = (&old[same..], &new[same..]);
    let back = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| Arc::ptr_eq(a, b)).count();
    let (old, new) = (changed(old, back, gap), changed(new, back, gap));
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[same..], &new[same..]);
    let back = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (gone, come) = (old.len() - back, &new[..new.len() - back]);
    (gone > 0 || !come.is_empty()).then(|| lsp::SemanticTokensEdit {
        start: ((count + same) * 5) as u32,
        delete_count: (gone * 5) as u32,
        data: Some(come.to_vec()),
    })
}

/// The tokens of the chunks without the last `back` ones, and the first token after them, which counts from them.
fn changed(chunks: &[Arc<ChunkTokens>], back: usize, mut gap: u32) -> Vec<lsp::SemanticToken> {
    let mut tokens = Vec::new();
    for (index, chunk) in chunks.iter().enumerate() {
        if index < chunks.len() - back {
            tokens.extend(chunk.after(gap));
        } else if let Some(first) = chunk.after(gap).next() {
            tokens.push(first);
            break;
        }
        gap = chunk.gap_after(gap);
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chunks of a few tokens each, chosen by a number.
    fn chunks(mut seed: u32, count: u32) -> Vec<Arc<ChunkTokens>> {
        let mut next = |limit: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % limit
        };
        let mut chunk = || {
            let tokens: Box<[_]> = (0..next(4))
                .map(|_| lsp::SemanticToken {
                    delta_line: next(3),
                    delta_start: next(5) + 1,
                    length: 1,
                    token_type: 0,
                    token_modifiers_bitset: 0,
                })
                .collect();
            let last_line = tokens.iter().map(|token| token.delta_line).sum();
            Arc::new(ChunkTokens { tokens, line_endings: last_line + 1 + next(2), last_line })
        };
        (0..count).map(|_| chunk()).collect()
    }

    #[test]
    fn the_difference_leads_from_the_old_tokens_to_the_new_ones() {
        for seed in 0..400 {
            let old = chunks(seed, seed % 7);
            let mut new = old.clone();
            let from = (seed as usize / 7) % (old.len() + 1);
            let to = (from + seed as usize % 3).min(old.len());
            new.splice(from..to, chunks(seed + 1000, seed / 5 % 3));
            let mut tokens = changed(&old, 0, 0);
            if let Some(edit) = difference(&old, &new) {
                let (start, count) = (edit.start as usize / 5, edit.delete_count as usize / 5);
                tokens.splice(start..start + count, edit.data.unwrap_or_default());
            }
            assert_eq!(tokens, changed(&new, 0, 0), "{seed}");
        }
    }
}
