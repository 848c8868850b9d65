//! The canonical form of parameters and of the spaces around them.

use agmark_syntax::{Edit, Span};

use crate::syntax::line_item::{InlineParameter, ItemKind, LineItem};
use crate::syntax::structure::{Header, Structure};
use crate::syntax::syntax_kind::{SyntaxKind, SyntaxNode};
use crate::syntax::value;

/// The edits that give a header or a parameter its canonical spacing and form. Comments stay where they are.
pub fn tidy(structure: &Structure<'_>, item: &LineItem<'_>) -> Vec<Edit> {
    let text = structure.text;
    let mut edits = Edits { text, edits: Vec::new() };
    match item.kind {
        ItemKind::Parameter(_) => {
            if let Some(key) = item.parts.key {
                edits.sign(key.end as usize, item.parts.value, ":");
            }
        }
        ItemKind::Header(index) => {
            if let Some(header) = structure.headers.get(index) {
                edits.header(header, item);
            }
        }
        _ => {}
    }
    edits.edits
}

struct Edits<'a> {
    text: &'a str,
    edits: Vec<Edit>,
}

impl Edits<'_> {
    fn header(&mut self, header: &Header<'_>, item: &LineItem<'_>) {
        let mut end = header.name_span.end as usize;
        if item.parts.colon || item.parts.value.is_some() {
            self.sign(end, item.parts.value, ":");
        }
        let count = item.parts.parameters.len();
        for (i, parameter) in item.parts.parameters.iter().enumerate() {
            self.set(Span::new(end, parameter.span.start as usize), " ");
            self.parameter(header, parameter, i + 1 == count);
            end = parameter.span.end as usize;
        }
    }

    /// `key=value`; the version and a title, which is the last, as `key: value`.
    fn parameter(&mut self, header: &Header<'_>, parameter: &InlineParameter<'_>, last: bool) {
        let Some(key) = parameter.key else { return };
        let name = key.text(self.text);
        let words =
            (header.kind.is("GaryML") && name == "version") || (header.kind.is("Section") && name == "title");
        let colon = match parameter.value {
            None => parameter.colon,
            // After an equals sign, `#` does not start a comment.
            Some(v) if words => last && (parameter.colon || !v.text(self.text).starts_with('#')),
            // A carriage return in quotes would be invisible content.
            Some(v) if v.kind == SyntaxKind::Plain => v.text(self.text).contains('\r'),
            Some(v) => matches!(v.kind, SyntaxKind::TextBlock | SyntaxKind::UnterminatedTextBlock),
        };
        if colon {
            self.sign(key.end as usize, parameter.value, ":");
            return;
        }
        self.sign(key.end as usize, parameter.value, "=");
        if let Some(v) = parameter.value.filter(|v| v.kind == SyntaxKind::Plain) {
            let text = v.text(self.text);
            if !is_word(text) {
                self.set(v.span(), &value::quote(text));
            }
        }
    }

    /// Sets the text between a key or name and its value.
    fn sign(&mut self, from: usize, value: Option<SyntaxNode<'_>>, sign: &str) {
        let rest = self.text.get(from..).unwrap_or("");
        let Some(value) = value else {
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
            if rest.get(blanks..).is_some_and(|r| r.starts_with(sign)) {
                self.set(Span::new(from, from + blanks), "");
            }
            return;
        };
        let value_text = value.text(self.text);
        // After a blank, this would be a comment.
        let comment =
            value_text.strip_prefix('#').is_some_and(|t| t.is_empty() || t.starts_with([' ', '\t']));
        let between = match sign {
            ":" if comment => ":",
            ":" => ": ",
            _ => sign,
        };
        self.set(Span::new(from, value.span().start as usize), between);
    }

    fn set(&mut self, span: Span, new: &str) {
        if span.text(self.text) != new {
            self.edits.push(Edit::replace(span, new));
        }
    }
}

/// Whether a bare value reads the same after an equals sign.
fn is_word(text: &str) -> bool {
    !text.starts_with(['"', '\'', '[']) && !text.contains([' ', '\t'])
}
