//! Completions.

mod headers;
mod parameters;
mod position;
mod values;

use crate::syntax::indent::Indent;
use agmark_syntax::{Completion, Document, SymbolKind, World};

use position::{CompletionPosition, LANGUAGES, in_word, is_word, plain};

use super::cursor::{CursorContext, CursorRegion};

/// The completions at `offset`, best first.
pub(crate) fn completions(document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
    let Some(around) = CursorContext::new(document, offset) else { return Vec::new() };
    let structure = around.structure();
    let (before, after) = around.line(offset);
    let indent = Indent::of(before).width;
    let at =
        CompletionPosition { document, world, around: &around, structure: &structure, offset, after, indent };
    let words = before.trim_start_matches([' ', '\t']);
    match around.inside(&structure, offset) {
        CursorRegion::Block => return Vec::new(),
        // The first word of a body may become a parameter.
        CursorRegion::Body(header) if indent > header => {
            let first = !words.is_empty() && is_word(words) && around.begins_body(&structure, offset);
            let mut offers = if first { parameters::offers(&at, words) } else { Vec::new() };
            offers.retain(|offer| offer.label.starts_with(words));
            return offers;
        }
        _ => {}
    }
    if words.starts_with('#') {
        return Vec::new();
    }
    if words.is_empty() && after.trim().is_empty() {
        // Parameters of the header above come before headers that may follow it.
        let mut offers = parameters::offers(&at, words);
        offers.extend(headers::with_dots(&at));
        return offers;
    }
    // Before other text on the line, only its first word is completed.
    if words.is_empty() && !after.starts_with(in_word) {
        return Vec::new();
    }
    if let Some(name) = words.strip_prefix('.').filter(|name| is_word(name)) {
        return headers::offers(&at, name);
    }
    if let Some(language) = fence(words) {
        let span = at.word(language);
        return LANGUAGES.iter().map(|l| plain(l, SymbolKind::Constant, "language", "", span, l)).collect();
    }
    parameters::offers(&at, words)
}

/// The language after a fence, as typed so far.
fn fence(words: &str) -> Option<&str> {
    let language = words.trim_start_matches('`');
    (words.len() - language.len() >= 3 && is_word(language)).then_some(language)
}
