//! Lines above sections: what they cost to read.

use agmark_syntax::{Document, Lens, LensOptions, outline};

const TOKENS: &str = "tokens";

/// A lens for each section, if somebody wants to see what parts cost. It is counted when it comes into view.
pub fn lenses(document: &Document, show: LensOptions) -> Vec<Lens> {
    if !show.tokens {
        return Vec::new();
    }
    let sections = outline::outline(document).into_iter().filter(|item| item.symbol.extends);
    sections.map(|item| Lens { span: item.span, title: None, kind: TOKENS, command: None }).collect()
}

/// How many tokens the section has.
pub fn title(document: &Document, lens: &Lens) -> Option<String> {
    let fits = lens.kind == TOKENS && lens.span.end as usize <= document.text().len();
    fits.then(|| agmark_tokens::words(agmark_tokens::count(&document.text().span(lens.span))))
}
