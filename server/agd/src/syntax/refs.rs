//! The entries of a `refs=` attribute in the tree.

use agmark_syntax::Span;

use crate::lexical::line::is_identifier;
pub use crate::lexical::refs::KEY;
use crate::syntax::block::Attribute;
use crate::syntax::value;

/// One entry of the list.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub span: Span,
    /// The part before the `#`; `None` in an entry for this document.
    pub file: Option<Span>,
    /// The part after the `#`; `None` if it is not an identifier.
    pub name: Option<Span>,
}

/// The entries of the list, without empty ones. A valid entry contains nothing that can be escaped.
pub fn entries<'a>(attribute: &Attribute, text: &'a str) -> impl Iterator<Item = Entry> + use<'a> {
    let whole = value::inside(attribute);
    let mut at = whole.start as usize;
    whole.text(text).split(',').filter_map(move |part| {
        let start = at + (part.len() - part.trim_start().len());
        at += part.len() + 1;
        let part = part.trim();
        if part.is_empty() {
            return None;
        }
        let span = Span::new(start, start + part.len());
        let Some((file, name)) = part.split_once('#') else {
            return Some(Entry { span, file: None, name: None });
        };
        Some(Entry {
            span,
            file: (!file.is_empty()).then(|| Span::new(start, start + file.len())),
            name: is_identifier(name).then(|| Span::new(start + file.len() + 1, start + part.len())),
        })
    })
}
