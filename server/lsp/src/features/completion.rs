//! Completion: names for a reference at the cursor, and the completions of the format.

use agmark_syntax::document::Occurrence;
use agmark_syntax::{Completion, Edit, LfDocument, Span, SymbolKind, Target, Text, World, completion_list};
use lsp_types as lsp;

use crate::protocol::from_proto;
use crate::protocol::to_proto;
use crate::snapshot::{RequestedDocument, Snapshot};

pub fn complete(
    snapshot: &Snapshot,
    at: &lsp::TextDocumentPositionParams,
) -> Option<lsp::CompletionResponse> {
    let uri = &at.text_document.uri;
    match snapshot.asked(uri) {
        Some(asked) => offered(snapshot, &asked, at.position),
        None => offered(snapshot, &snapshot.guest(uri)?, at.position),
    }
}

fn offered(
    snapshot: &Snapshot,
    asked: &RequestedDocument<'_>,
    position: lsp::Position,
) -> Option<lsp::CompletionResponse> {
    let text = asked.document.text();
    let offset = from_proto::offset(text, position, snapshot.encoding());
    let mut offers = offers(snapshot, asked, offset);
    let is_incomplete = completion_list::cut(&mut offers, |offer| {
        let start = (offer.edit.span.start as usize).min(offset);
        text.slice(start..offset).into_owned()
    });
    let items = offers.into_iter().enumerate().map(|(at, offer)| item(snapshot, text, offset, at, offer));
    let items = items.collect();
    Some(match is_incomplete {
        true => lsp::CompletionResponse::List(lsp::CompletionList { is_incomplete, items }),
        false => lsp::CompletionResponse::Array(items),
    })
}

/// Whether the word before `offset` is the start of a completion.
pub fn is_unfinished_word(snapshot: &Snapshot, asked: &RequestedDocument<'_>, offset: usize) -> bool {
    offers(snapshot, asked, offset).iter().any(|offer| {
        let start = offer.edit.span.start as usize;
        let typed = if start < offset { asked.document.text().slice(start..offset) } else { "".into() };
        let longer = offer.edit.text.strip_prefix(&*typed).is_some_and(|rest| !rest.is_empty());
        longer && typed.contains(char::is_alphanumeric)
    })
}

/// The completions at `offset`, the best first.
fn offers(snapshot: &Snapshot, asked: &RequestedDocument<'_>, offset: usize) -> Vec<Completion> {
    let view = snapshot.view(&asked.path, &**asked.document.format());
    let plain = LfDocument::of(asked.document);
    let mut offers = asked.document.format().completions(plain.document(), &view, plain.offset(offset));
    for offer in &mut offers {
        offer.edit = plain.edit(offer.edit.clone());
    }
    if let Some(name) = asked.document.occurrence_at(offset) {
        offers.extend(names(asked, &view, &name, offset));
    }
    completion_list::remove_repeated(&mut offers);
    offers
}

/// A completion in the protocol's type. Clients sort by `sort_text`, so it keeps the order.
fn item(
    snapshot: &Snapshot,
    text: &Text,
    offset: usize,
    at: usize,
    offer: Completion,
) -> lsp::CompletionItem {
    let snippets = snapshot.client.snippets;
    let new_text = if offer.snippet && !snippets {
        completion_list::without_placeholders(&offer.edit.text)
    } else {
        offer.edit.text
    };
    let (span, others) = on_line(text, offset, offer.edit.span);
    // The replaced text may start before the word that a person types (`[#`). Clients compare from its start.
    let start = (span.start as usize).min(offset);
    let typed = text.slice(start..offset);
    let first = typed.chars().next();
    let filter = first.is_some_and(|c| !offer.label.starts_with(c) && new_text.starts_with(c));
    lsp::CompletionItem {
        label: offer.label,
        kind: Some(to_proto::completion_kind(offer.kind)),
        detail: Some(offer.detail).filter(|d| !d.is_empty()),
        documentation: Some(offer.documentation)
            .filter(|d| !d.is_empty())
            .map(|words| lsp::Documentation::MarkupContent(to_proto::markup(&snapshot.client, words))),
        sort_text: Some(format!("{at:05}")),
        filter_text: filter.then(|| new_text.clone()),
        insert_text_format: (offer.snippet && snippets).then_some(lsp::InsertTextFormat::SNIPPET),
        text_edit: Some(lsp::CompletionTextEdit::Edit(to_proto::text_edit(
            text,
            &Edit::replace(span, new_text),
            snapshot.encoding(),
        ))),
        additional_text_edits: (!others.is_empty()).then(|| {
            let delete = |span: &Span| to_proto::text_edit(text, &Edit::delete(*span), snapshot.encoding());
            others.iter().map(delete).collect()
        }),
        ..Default::default()
    }
}

/// The part of a span on the line of the cursor, and the parts before and after it. The protocol requires the edit of
/// a completion to be on one line.
fn on_line(text: &Text, offset: usize, span: Span) -> (Span, Vec<Span>) {
    let line = text.line_range(text.line_of(offset));
    let (start, end) = (span.start as usize, span.end as usize);
    let (from, to) = (start.clamp(line.start, line.end), end.clamp(line.start, line.end));
    let others = [Span::new(start.min(from), from), Span::new(to, end.max(to))];
    (Span::new(from, to), others.into_iter().filter(|span| !span.is_empty()).collect())
}

/// The names of the namespace of a reference.
fn names(asked: &RequestedDocument<'_>, view: &dyn World, at: &Occurrence, offset: usize) -> Vec<Completion> {
    let Some(reference) = &at.reference else { return Vec::new() };
    let space = at.name.space.word();
    if !asked.document.format().info().namespace(space).is_offered {
        return Vec::new();
    }
    let start = (at.span.start as usize).min(offset);
    let typed = asked.document.text().slice(start..offset);
    let own = || {
        let names = asked.document.names().offered(space, &typed).into_iter();
        names.map(|name| (name.text.to_string(), String::new())).collect::<Vec<_>>()
    };
    let found = match &reference.target {
        Target::File | Target::IfDefined => own(),
        Target::Workspace => {
            let mut all = own();
            let others = view.offered(space, &typed, &|_| true).into_iter();
            all.extend(others.map(|name| (name.to_string(), "workspace".to_owned())));
            all
        }
        Target::Other(file) => {
            let names = view.offered_in(file, space, &typed);
            names.into_iter().map(|name| (name.to_string(), file.to_string())).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_is_on_the_line_of_the_cursor() {
        let text = Text::new("---\n\n---\n");
        let all = on_line(&text, 4, Span::new(0, 9));
        assert_eq!(all, (Span::new(4, 4), vec![Span::new(0, 4), Span::new(4, 9)]));
        assert_eq!(on_line(&text, 2, Span::new(1, 3)), (Span::new(1, 3), vec![]));
    }
}
