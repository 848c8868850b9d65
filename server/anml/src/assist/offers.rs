//! What several kinds of completions have in common.

use agmark_syntax::{Completion, Document, Edit, Span, SymbolKind};

use crate::facts::REF;
use crate::marks::natural;

/// An offer without documentation.
pub fn offer(
    label: impl Into<String>,
    kind: SymbolKind,
    detail: impl Into<String>,
    edit: Edit,
) -> Completion {
    Completion {
        label: label.into(),
        kind,
        detail: detail.into(),
        documentation: String::new(),
        edit,
        snippet: false,
    }
}

/// The refs of a document, as people count, each with what stands on its line, to be written over `span`.
pub fn refs(document: &Document, span: Span) -> Vec<Completion> {
    let mut all = Vec::new();
    for (start, chunk) in document.chunks().iter() {
        let mut text = None;
        for definition in chunk.facts().definitions.iter().filter(|d| d.name.space == REF) {
            let text = text.get_or_insert_with(|| document.chunk_text(start, chunk));
            all.push((definition.name.text.to_string(), line_of(definition.whole.text(text))));
        }
    }
    all.sort_by(|a, b| natural(&a.0).cmp(&natural(&b.0)));
    all.dedup_by(|a, b| a.0 == b.0);
    let offers = all
        .into_iter()
        .map(|(name, line)| offer(name.clone(), SymbolKind::Constant, line, Edit::replace(span, name)));
    offers.collect()
}

/// What stands for an element beside its ref: its line, cut where it gets long.
pub fn line_of(whole: &str) -> String {
    const LONGEST: usize = 60;
    let line = whole.lines().next().unwrap_or("").trim();
    match line.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}

/// The number of the next ref `e1`, `e2`, … that a document does not have.
pub fn next_ref(document: &Document) -> u64 {
    let number = |name: &str| name.strip_prefix('e').and_then(|n| n.parse::<u64>().ok());
    let highest = document.names().iter().filter_map(|(name, _)| number(&name.text)).max();
    highest.unwrap_or(0).saturating_add(1)
}
