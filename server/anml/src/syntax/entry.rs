//! The lines of a piece in their context: what all tools read.

use agmark_syntax::{Format, Span, parse};

use crate::Anml;
use crate::format::element;
use crate::format::lines::{content_line, content_text, summary_line, summary_text};
use crate::syntax::actionable::Origin;
use crate::syntax::context::{Body, Context, ContextLine};
use crate::syntax::element::Element;
use crate::syntax::front_matter::FrontMatter;
use crate::syntax::line::line_at;
use crate::syntax::line_node::{self, LineContent, LineNode};
use crate::syntax::node::Kind;
use crate::syntax::ordinary;
use crate::syntax::refs::expanded;
use crate::syntax::row::Row;

/// What a line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryKind {
    Element(Element),
    Row(Row),
    Content,
    Summary,
    /// A line that is not ANML.
    Unknown,
}

/// A line of the body.
pub struct Entry<'a> {
    /// The text that all spans count in.
    pub text: &'a str,
    /// The content, without the indent and the prefix.
    pub span: Span,
    pub body: Body,
    pub kind: EntryKind,
    /// The source of the document.
    pub origin: Origin,
}

/// A part of a document.
pub enum DocumentPart<'a> {
    Front(FrontMatter),
    Line(Entry<'a>),
}

/// Calls `take` with each part of `text`, a piece that starts in `context`. A part that is too large to parse is
/// skipped; [`crate::syntax::stream::Pieces`] never returns one.
pub fn each<'a>(text: &'a str, context: Context, take: &mut dyn FnMut(DocumentPart<'a>)) {
    let ordinary = if context.diff { None } else { ordinary::lines(text, context.front) };
    let mut context = context.begun();
    let mut part = |LineNode { start, end, content }: LineNode| {
        let kind = match content {
            LineContent::Front(front) => {
                for line in front.span.text(text).split('\n') {
                    context.pass(line);
                }
                return take(DocumentPart::Front(front));
            }
            LineContent::Element(element) => EntryKind::Element(element),
            LineContent::Row(row) => EntryKind::Row(row),
            LineContent::Content => EntryKind::Content,
            LineContent::Summary => EntryKind::Summary,
            LineContent::Unknown => EntryKind::Unknown,
        };
        if let ContextLine::Body(body) = context.pass(line_at(text, start, end)) {
            let span = Span::new(start + body.head.content, end);
            take(DocumentPart::Line(Entry { text, span, body, kind, origin: context.origin }));
        }
    };
    if let Some(lines) = ordinary {
        return lines.into_iter().for_each(part);
    }
    let Some(tree) = parse::parse(&Anml::INFO.language(), text, None) else { return };
    line_node::each(&tree, &mut part);
}

impl Entry<'_> {
    /// Writes the content in canonical form, without indent and prefix; a row without padding. What has errors is
    /// as it was.
    pub fn write(&self, out: &mut String) {
        let source = self.span.text(self.text);
        match &self.kind {
            EntryKind::Element(element) => write_element(element, self.text, out),
            EntryKind::Row(row) => write_row(row, self.text, out),
            EntryKind::Content => out.push_str(&content_line(source)),
            EntryKind::Summary => out.push_str(&summary_line(source)),
            EntryKind::Unknown => out.push_str(source.trim_end()),
        }
    }

    /// The elements of the line: itself, or those in the cells of a row.
    pub fn elements(&self) -> impl Iterator<Item = &Element> {
        let (element, cells) = match &self.kind {
            EntryKind::Element(element) => (Some(element), &[][..]),
            EntryKind::Row(row) => (None, &row.cells[..]),
            _ => (None, &[][..]),
        };
        element.into_iter().chain(cells.iter().filter_map(|c| c.element.as_deref()))
    }

    /// The refs of the line, without their `#`.
    pub fn refs(&self) -> impl Iterator<Item = &str> {
        self.elements().filter_map(|e| e.reference_name()).map(|span| span.text(self.text))
    }

    /// The text of a content or summary line, without its mark.
    pub fn words(&self) -> &str {
        let source = self.span.text(self.text);
        match self.kind {
            EntryKind::Content => content_text(source),
            EntryKind::Summary => summary_text(source),
            _ => source,
        }
    }
}

/// An element in canonical form; one with errors as it was.
fn write_element(element: &Element, text: &str, out: &mut String) {
    if element.is_sound(text) {
        element::write(element, text, out);
    } else {
        out.push_str(element.span.text(text));
    }
}

/// A row with one space around each cell.
fn write_row(row: &Row, text: &str, out: &mut String) {
    out.push('|');
    for cell in &row.cells {
        out.push(' ');
        let before = out.len();
        match &cell.element {
            Some(element) => write_element(element, text, out),
            None => out.push_str(cell.span.text(text)),
        }
        out.push_str(if out.len() == before { "|" } else { " |" });
    }
}

/// A single line of the body in canonical form, without indent.
pub fn canonical_line(text: &str) -> String {
    let mut out = String::new();
    each(text, Context { front: crate::syntax::context::Front::Over, ..Context::default() }, &mut |item| {
        if let DocumentPart::Line(entry) = item {
            entry.write(&mut out);
        }
    });
    out
}

/// The refs that a line names, other than its own, without their `#`.
pub fn uses(entry: &Entry<'_>) -> Vec<Span> {
    if entry.kind == EntryKind::Summary {
        return expanded(entry.text, entry.span).collect();
    }
    let attributes = entry.elements().flat_map(Element::attributes);
    let references = attributes.filter(|attribute| attribute.value.kind == Kind::Reference);
    references
        .map(|attribute| Span { start: attribute.value.span.start + 1, ..attribute.value.span })
        .collect()
}
