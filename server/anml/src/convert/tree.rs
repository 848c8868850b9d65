//! The tree of a document as JSON, for programs that do not read ANML.
//!
//! `{"frontmatter":{…},"body":[node]}`. A node has its `kind`, its `span` in bytes of the document, in a diff its
//! `change` (`+`, `-`, `*`), and, by its kind: an `element` has `role`, `ref`, `name`, `attributes`, `states`, `note` and
//! `children`; `content`, `summary` and `unknown` have `text`; a `table` has `rows` of cells, each a text or an element.
//! Values are strings, as they read; what has errors is as it was.

use std::fmt::Write as _;
use std::io::Read;

use agmark_syntax::Span;
use rustc_hash::FxHashSet;

use crate::syntax::element::{Element, ElementItem};
use crate::syntax::entry::{DocumentPart, Entry, EntryKind, each};
use crate::syntax::front_line::unquoted;
use crate::syntax::front_matter::FrontMatter;
use crate::syntax::json;
use crate::syntax::node::Kind;
use crate::syntax::row::Cell;
use crate::syntax::stream::{Pieces, ReadError};

/// Converts `input` to JSON on one line. `write` gets it in parts.
///
/// # Errors
/// If the input cannot be read, and the errors of `write`.
pub fn write_json<E: From<ReadError>>(
    input: impl Read,
    mut write: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let mut pieces = Pieces::new(input);
    let mut writer = Writer { out: String::new(), body: false, open: Vec::new(), first: true, table: None };
    writer.out.push_str("{\"frontmatter\":{");
    while let Some(piece) = pieces.piece()? {
        each(&piece.text, piece.context.clone(), &mut |item| match item {
            DocumentPart::Front(front) => writer.front(&front, &piece.text),
            DocumentPart::Line(entry) => writer.line(&entry, piece.start),
        });
        write(&writer.out)?;
        writer.out.clear();
    }
    writer.finish();
    write(&writer.out)
}

struct Writer {
    out: String,
    /// Whether the body has begun.
    body: bool,
    /// Elements whose children are being written: their depths.
    open: Vec<u32>,
    /// Whether the next node is the first of its list.
    first: bool,
    /// The table that is being written: its start and end, its depth and the state of its rows.
    table: Option<Table>,
}

struct Table {
    depth: u32,
    change: Option<&'static str>,
    start: u64,
    end: u64,
}

impl Writer {
    fn front(&mut self, front: &FrontMatter, text: &str) {
        let mut seen = FxHashSet::default();
        for entry in &front.entries {
            let key = entry.key.text(text);
            if !seen.insert(key) {
                continue;
            }
            if seen.len() > 1 {
                self.out.push(',');
            }
            self.string(key);
            self.out.push(':');
            self.string(&unquoted(entry.value.text(text)));
        }
    }

    fn line(&mut self, entry: &Entry<'_>, offset: u64) {
        self.begin_body();
        let depth = entry.body.depth;
        let change = entry.body.head.sign.map(|sign| sign.text());
        let place = |span: Span| (offset + u64::from(span.start), offset + u64::from(span.end));
        if let EntryKind::Row(row) = &entry.kind {
            let (start, end) = place(row.span);
            let goes_on = |table: &&mut Table| table.depth == depth && table.change == change;
            match self.table.as_mut().filter(goes_on) {
                Some(table) => {
                    table.end = end;
                    self.out.push(',');
                }
                None => {
                    self.close(depth);
                    self.node("table", change);
                    self.out.push_str(",\"rows\":[");
                    self.table = Some(Table { depth, change, start, end });
                }
            }
            self.cells(&row.cells, entry.text, offset);
            return;
        }
        self.close(depth);
        let kind = match entry.kind {
            EntryKind::Element(_) => "element",
            EntryKind::Content => "content",
            EntryKind::Summary => "summary",
            EntryKind::Row(_) | EntryKind::Unknown => "unknown",
        };
        self.node(kind, change);
        if let EntryKind::Element(element) = &entry.kind {
            self.element(element, entry.text, place(element.span));
            self.open.push(depth);
            self.first = true;
        } else {
            self.out.push_str(",\"text\":");
            self.string(entry.words());
            self.span(place(entry.span));
            self.out.push('}');
        }
    }

    fn begin_body(&mut self) {
        if !self.body {
            self.out.push_str("},\"body\":[");
            self.body = true;
        }
    }

    /// Ends the table and the elements that a node of `depth` is not in.
    fn close(&mut self, depth: u32) {
        if let Some(table) = self.table.take() {
            self.out.push(']');
            self.span((table.start, table.end));
            self.out.push('}');
            self.first = false;
        }
        while self.open.pop_if(|open| *open >= depth).is_some() {
            self.out.push_str("]}");
            self.first = false;
        }
    }

    fn node(&mut self, kind: &str, change: Option<&str>) {
        if !std::mem::take(&mut self.first) {
            self.out.push(',');
        }
        let _ = write!(self.out, "{{\"kind\":\"{kind}\"");
        if let Some(change) = change {
            let _ = write!(self.out, ",\"change\":\"{change}\"");
        }
    }

    /// Writes an element up to the start of its children.
    fn element(&mut self, element: &Element, text: &str, span: (u64, u64)) {
        self.out.push_str(",\"role\":");
        self.string(element.role.text(text));
        if let Some(reference) = element.reference {
            self.out.push_str(",\"ref\":");
            self.string(reference.text(text).trim_start_matches('#'));
        }
        if let Some(name) = element.name {
            self.out.push_str(",\"name\":");
            self.string(&element.value(name, text));
        }
        self.out.push_str(",\"attributes\":{");
        let mut seen = FxHashSet::default();
        for attribute in element.attributes() {
            let key = attribute.key.text(text);
            if !seen.insert(key) {
                continue;
            }
            if seen.len() > 1 {
                self.out.push(',');
            }
            self.string(key);
            self.out.push(':');
            self.string(&element.value(attribute.value, text));
        }
        self.out.push_str("},\"states\":[");
        let mut first = true;
        for item in &element.items {
            let ElementItem::Other(part) = item else { continue };
            if !matches!(part.kind, Kind::State | Kind::BareWord) {
                continue;
            }
            if !std::mem::take(&mut first) {
                self.out.push(',');
            }
            self.string(part.text(text).trim_matches(['[', ']']));
        }
        self.out.push(']');
        if let Some(note) = element.note {
            self.out.push_str(",\"note\":");
            self.string(note.text(text).trim_start_matches("--").trim());
        }
        self.span(span);
        self.out.push_str(",\"children\":[");
    }

    fn cells(&mut self, cells: &[Cell], text: &str, offset: u64) {
        self.out.push('[');
        for (index, cell) in cells.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            match &cell.element {
                Some(element) => {
                    self.out.push_str("{\"kind\":\"element\"");
                    let span = element.span;
                    let span = (offset + u64::from(span.start), offset + u64::from(span.end));
                    self.element(element, text, span);
                    self.out.push_str("]}");
                }
                None => self.string(&cell.span.text(text).replace("\\|", "|")),
            }
        }
        self.out.push(']');
    }

    fn span(&mut self, (start, end): (u64, u64)) {
        let _ = write!(self.out, ",\"span\":{{\"start\":{start},\"end\":{end}}}");
    }

    fn string(&mut self, text: &str) {
        self.out.push_str(&json::encode(text));
    }

    fn finish(&mut self) {
        self.begin_body();
        self.close(0);
        self.out.push_str("]}\n");
    }
}
