//! Completion: the names that a reference at the cursor could mean, and what the format offers there.

use agmark_syntax::document::Occurrence;
use agmark_syntax::{Completion, Edit, SymbolKind, Target, World};
use lsp_types as lsp;

use crate::snapshot::{Asked, Snapshot};
use crate::{from_proto, paths, to_proto};

pub fn complete(
    snapshot: &Snapshot,
    at: &lsp::TextDocumentPositionParams,
) -> Option<lsp::CompletionResponse> {
    let asked = snapshot.asked(&at.text_document.uri)?;
    let text = asked.document.text();
    let offset = from_proto::offset(text, at.position, snapshot.encoding());
    let view = snapshot.view(&asked.path, &**asked.document.format());
    let mut offers = asked.document.format().complete(asked.document, &view, offset);
    if let Some(name) = asked.document.occurrence_at(offset) {
        for offer in names(snapshot, &asked, &view, &name) {
            if offers.iter().all(|o| o.label != offer.label) {
                offers.push(offer);
            }
        }
    }
    let markdown = snapshot.client.hover_markdown;
    let items = offers.into_iter().map(|offer| lsp::CompletionItem {
        label: offer.label,
        kind: Some(to_proto::completion_kind(offer.kind)),
        detail: Some(offer.detail).filter(|d| !d.is_empty()),
        documentation: Some(offer.documentation).filter(|d| !d.is_empty()).map(|value| {
            let kind = if markdown { lsp::MarkupKind::Markdown } else { lsp::MarkupKind::PlainText };
            lsp::Documentation::MarkupContent(lsp::MarkupContent { kind, value })
        }),
        insert_text_format: (offer.snippet && snapshot.client.snippets)
            .then_some(lsp::InsertTextFormat::SNIPPET),
        text_edit: Some(lsp::CompletionTextEdit::Edit(lsp::TextEdit {
            range: to_proto::range(text, offer.edit.span, snapshot.encoding()),
            new_text: if offer.snippet && !snapshot.client.snippets {
                plain(&offer.edit.text)
            } else {
                offer.edit.text
            },
        })),
        ..Default::default()
    });
    Some(lsp::CompletionResponse::Array(items.collect()))
}

/// The names of the namespace in which a reference looks.
fn names(snapshot: &Snapshot, asked: &Asked<'_>, view: &dyn World, at: &Occurrence) -> Vec<Completion> {
    let Some(reference) = &at.reference else { return Vec::new() };
    let space = at.name.space;
    let own = || {
        let names = asked.document.names().iter();
        let defined = names.filter(|(name, o)| name.space == space && !o.definitions.is_empty());
        defined.map(|(name, _)| (name.text.to_string(), String::new())).collect::<Vec<_>>()
    };
    let found = match &reference.target {
        Target::File => own(),
        Target::Workspace => {
            let mut all = own();
            all.extend(view.names(space).into_iter().map(|name| (name.to_string(), "workspace".to_owned())));
            all
        }
        Target::Other(file) => {
            let path = paths::join(&asked.path, file);
            match (snapshot.index.open(&path), snapshot.index.file(&path)) {
                (Some(document), _) => {
                    let names = document.defined_names().into_iter().filter(|n| n.space == space);
                    names.map(|n| (n.text.to_string(), file.to_string())).collect()
                }
                (None, Some(facts)) => {
                    let names = facts.definitions.iter().filter(|d| d.name.space == space);
                    names.map(|d| (d.name.text.to_string(), file.to_string())).collect()
                }
                (None, None) => Vec::new(),
            }
        }
    };
    let mut found = found;
    found.sort();
    found.dedup_by(|a, b| a.0 == b.0);
    let offer = |(label, detail): (String, String)| Completion {
        edit: Edit::replace(at.span, label.clone()),
        label,
        kind: SymbolKind::Constant,
        detail: if detail.is_empty() { space.to_owned() } else { format!("{space}, {detail}") },
        documentation: String::new(),
        snippet: false,
    };
    found.into_iter().map(offer).collect()
}

/// A snippet for a client that knows none: its places filled with their names.
fn plain(snippet: &str) -> String {
    let mut out = String::with_capacity(snippet.len());
    let mut chars = snippet.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.extend(chars.next()),
            '$' if chars.next_if_eq(&'{').is_some() => {
                let place: String = chars.by_ref().take_while(|c| *c != '}').collect();
                out.push_str(place.split_once(':').map_or("", |(_, name)| name));
            }
            '$' if chars.peek().is_some_and(char::is_ascii_digit) => {
                while chars.next_if(char::is_ascii_digit).is_some() {}
            }
            c => out.push(c),
        }
    }
    out
}
