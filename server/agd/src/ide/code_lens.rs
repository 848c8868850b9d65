//! Code lenses: the tokens of sections.

use agmark_syntax::{Document, Lens, LensOptions, outline};

const TOKENS: &str = "tokens";

/// A lens for each section, if the setting for sizes is on. The title is computed when the lens comes into view.
pub fn lenses(document: &Document, show: LensOptions) -> Vec<Lens> {
    if !show.tokens {
        return Vec::new();
    }
    let sections = outline::outline(document).into_iter().filter(|item| item.symbol.extends);
    sections.map(|item| Lens { span: item.span, title: None, kind: TOKENS, command: None }).collect()
}

/// The number of tokens of the section.
pub fn title(document: &Document, lens: &Lens) -> Option<String> {
    let fits = lens.kind == TOKENS && lens.span.end as usize <= document.text().len();
    fits.then(|| agmark_tokens::words(agmark_tokens::count(&document.text().span(lens.span))))
}
