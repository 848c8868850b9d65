//! Completions of parameters, on the line of a header and on separate lines.

use agmark_syntax::{Completion, SymbolKind};

use super::position::{CompletionPosition, in_word, is_word, plain};
use super::values;
use crate::ide::cursor::Owner;
use crate::ide::known_commands;

/// A parameter to offer.
struct OfferedParameter {
    name: String,
    doc: String,
    required: bool,
}

/// `words` is the line up to the cursor, after its indent.
pub(super) fn offers(at: &CompletionPosition<'_>, words: &str) -> Vec<Completion> {
    if words.starts_with('.') {
        let Some(index) = at.around.header_at(at.structure, at.offset) else { return Vec::new() };
        let owner = at.around.header(at.structure, index);
        return in_header(at, words, &owner);
    }
    let Some(owner) = at.around.owner(at.structure, at.offset, at.indent) else { return Vec::new() };
    match words.split_once(':') {
        Some((key, value)) if is_word(key.trim_end()) && !key.is_empty() => {
            values::offers(at, &owner, key.trim_end(), value.trim_start())
        }
        None if is_word(words) => keys(at, &owner, words, ": "),
        _ => Vec::new(),
    }
}

fn in_header(at: &CompletionPosition<'_>, words: &str, owner: &Owner) -> Vec<Completion> {
    let tail = words.trim_start_matches('.').trim_start_matches(in_word);
    // Content in the line may be a reference.
    if let Some(content) = tail.strip_prefix(':') {
        return values::content(at, content.trim_start());
    }
    // The last word on the line, where quoted blanks do not separate.
    let last = last_word(tail);
    if let Some((key, value)) = last.split_once('=').filter(|(key, _)| is_word(key)) {
        return values::offers(at, owner, key, value);
    }
    if let Some((key, value)) = tail.rsplit_once(": ").or_else(|| tail.strip_suffix(':').map(|key| (key, "")))
    {
        let key = last_word(key);
        return if is_word(key) && !key.is_empty() {
            values::offers(at, owner, key, value.trim_start())
        } else {
            Vec::new()
        };
    }
    if is_word(last) && tail.starts_with([' ', '\t']) { keys(at, owner, last, "=") } else { Vec::new() }
}

/// The text after the last blank outside of quotes and of lists (`key=[a, b]`).
fn last_word(text: &str) -> &str {
    let mut quote = None;
    let mut start = 0;
    let mut in_list = false;
    for (i, c) in text.char_indices() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None if c == '[' && text[..i].ends_with('=') => in_list = true,
            None if c == ']' => in_list = false,
            None if matches!(c, ' ' | '\t') && !in_list => start = i + 1,
            None => {}
        }
    }
    text.get(start..).unwrap_or("")
}

fn keys(at: &CompletionPosition<'_>, owner: &Owner, typed: &str, sign: &str) -> Vec<Completion> {
    let span = at.word(typed);
    let text = |name: &str| if at.at_line_end() { format!("{name}{sign}") } else { name.to_owned() };
    let offer = |offer: &OfferedParameter| {
        let detail = if offer.required { "parameter, required" } else { "parameter" };
        plain(&offer.name, SymbolKind::Property, detail, &offer.doc, span, &text(&offer.name))
    };
    known(at, owner)
        .iter()
        .filter(|o| owner.given.iter().all(|given| given.key != o.name))
        .map(offer)
        .collect()
}

fn known(at: &CompletionPosition<'_>, owner: &Owner) -> Vec<OfferedParameter> {
    if let Some(directive) = owner.kind.directive() {
        let offer = |p: &crate::vocabulary::Parameter| OfferedParameter {
            name: p.name.to_owned(),
            doc: p.doc.to_owned(),
            required: p.required,
        };
        return directive.parameters.iter().map(offer).collect();
    }
    if !owner.is_call() {
        return Vec::new();
    }
    let command = known_commands::named(at.document, at.world, &owner.name);
    let parameters = command.map(|c| c.parameters).unwrap_or_default();
    parameters.into_iter().map(|(name, doc)| OfferedParameter { name, doc, required: false }).collect()
}
