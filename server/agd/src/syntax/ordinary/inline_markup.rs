//! Markup in ordinary text.

use agmark_syntax::Span;

use crate::lexical::markup::{InlineToken, RunKind};
use crate::syntax::block::{Identifier, Markup, MarkupKind};

/// The markup of a token in a text that starts at `start`; `None` for an id.
pub fn of(token: InlineToken, start: usize) -> Option<Markup> {
    let InlineToken::Markup { kind, span, inner } = token else { return None };
    let kind = match kind {
        RunKind::Text => return None,
        RunKind::Bold => MarkupKind::Bold,
        RunKind::Italic => MarkupKind::Italic,
        RunKind::Code => MarkupKind::Code,
        RunKind::Ref => MarkupKind::Ref,
    };
    let target = (kind == MarkupKind::Ref)
        .then(|| Identifier { span: Span::new(start + inner.start - 1, start + inner.end), good: true });
    Some(Markup { kind, span: Span::new(start + span.start, start + span.end), target })
}
