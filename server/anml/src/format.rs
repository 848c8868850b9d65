//! Canonical form: two spaces for each level, one space between tokens, attributes before states, padded tables, no
//! blank lines. A line with an error is not changed.

pub mod element;
pub mod lines;
mod table;

use agmark_syntax::{Formatted, Piece, Severity, Span};
use tree_sitter::TreeCursor;

use crate::analysis::analyze;
use crate::rules::line_context::{head, whole_line};
use crate::syntax::context::{Body, Context, ContextLine, LONG_TABLE};
use crate::syntax::cuts;
use crate::syntax::element::Element;
use crate::syntax::front_matter::FrontMatter;
use crate::syntax::line::line_at;
use crate::syntax::node::Kind;
use crate::syntax::row::Row;
use lines::{content_line, key_place, meta_line, summary_line};
use table::Table;

/// A piece in canonical form.
pub fn format(piece: &Piece<'_>) -> Formatted {
    let found = analyze(piece).diagnostics;
    let mut writer = Writer {
        text: piece.text,
        context: cuts::context(piece.state).begun(),
        errors: found.iter().filter(|d| d.severity == Severity::Error).map(|d| d.span.start).collect(),
        lines: Vec::new(),
        tables: vec![Table::default()],
        skipped: Vec::new(),
    };
    let mut cursor = piece.tree.walk();
    if cursor.goto_first_child() {
        loop {
            writer.line(&mut cursor);
            if !cursor.goto_next_sibling() {
                break;
            }
        }
    }
    writer.finish()
}

struct Writer<'a> {
    text: &'a str,
    context: Context,
    /// Where errors begin, in order.
    errors: Vec<u32>,
    lines: Vec<Out<'a>>,
    tables: Vec<Table>,
    skipped: Vec<Span>,
}

/// A line to write, or several unchanged lines.
enum Out<'a> {
    Text(String),
    Kept(&'a str),
    /// A row of a table. Later rows may widen the columns.
    Row {
        head: String,
        cells: Vec<String>,
        table: usize,
    },
}

impl<'a> Writer<'a> {
    fn line(&mut self, cursor: &mut TreeCursor<'_>) {
        let node = cursor.node();
        let kind = Kind::of(&node);
        if kind == Kind::FrontMatter {
            let front = FrontMatter::read(cursor);
            return self.front(&front);
        }
        let (start, end) = (node.start_byte(), node.end_byte());
        let line = line_at(self.text, start, end);
        let ContextLine::Body(body) = self.context.pass(line) else { return };
        if body.table.is_some_and(|t| t.rows == 1) {
            self.tables.push(Table::default());
        }
        if body.table.is_some_and(|t| t.rows == LONG_TABLE)
            && let Some(table) = self.tables.last_mut()
        {
            table.long = true;
        }
        if body.aria.is_some() || self.has_error(start, start + line.len()) {
            return self.keep(Span::new(start, start + line.len()));
        }
        let content = self.text.get(start + body.head.content..end).unwrap_or("");
        match kind {
            Kind::Element => {
                let element = Element::read(cursor);
                self.push(&body, &element::canonical(&element, self.text));
            }
            Kind::ContentLine => self.push(&body, &content_line(content)),
            Kind::SummaryLine => self.push(&body, &summary_line(content)),
            Kind::TableRow => {
                let row = Row::read(cursor);
                self.row(&body, &row);
            }
            _ => self.keep(Span::new(start, start + line.len())),
        }
    }

    fn push(&mut self, body: &Body, content: &str) {
        let mut line = head(body);
        line.push_str(content);
        self.lines.push(Out::Text(line));
    }

    fn row(&mut self, body: &Body, row: &Row) {
        let text = self.text;
        let cell = |cell: &crate::syntax::row::Cell| match &cell.element {
            Some(element) => element::canonical(element, text),
            None => cell.span.text(text).to_owned(),
        };
        let cells: Vec<String> = row.cells.iter().map(cell).collect();
        let table = self.tables.len() - 1;
        if let Some(table) = self.tables.last_mut() {
            table.measure(&cells);
        }
        self.lines.push(Out::Row { head: head(body), cells, table });
    }

    fn front(&mut self, front: &FrontMatter) {
        let (start, end) = (front.span.start as usize, front.span.end as usize);
        let line_end = end + line_at(self.text, end, end).len();
        for line in front.span.text(self.text).split('\n') {
            self.context.pass(line);
        }
        if self.has_error(start, line_end) {
            return self.keep(Span::new(start, line_end));
        }
        let mut entries: Vec<(&str, &str)> =
            front.entries.iter().map(|e| (e.key.text(self.text), e.value.text(self.text))).collect();
        entries.sort_by_key(|(key, _)| key_place(key));
        self.lines.push(Out::Text("---".to_owned()));
        for (key, value) in entries {
            self.lines.push(Out::Text(meta_line(key, value)));
        }
        self.lines.push(Out::Text("---".to_owned()));
    }

    /// Whether an error begins in these bytes.
    fn has_error(&self, start: usize, end: usize) -> bool {
        let first = self.errors.partition_point(|e| (*e as usize) < start);
        self.errors.get(first).is_some_and(|e| (*e as usize) <= end)
    }

    /// Leaves what has an error, with its line end.
    fn keep(&mut self, span: Span) {
        self.skipped.push(span);
        let end = whole_line(self.text, span.end as usize).end as usize;
        self.lines.push(Out::Kept(self.text.get(span.start as usize..end).unwrap_or("")));
    }

    fn finish(self) -> Formatted {
        let mut text = String::with_capacity(self.text.len() + self.text.len() / 8);
        match self.lines.first() {
            _ if self.text.starts_with('\u{feff}') => text.push('\u{feff}'),
            // At the start of the document it would become a byte order mark.
            Some(Out::Kept(line)) if line.starts_with('\u{feff}') => text.push('\n'),
            _ => {}
        }
        for line in &self.lines {
            match line {
                Out::Text(line) => text.push_str(line),
                Out::Kept(line) => text.push_str(line),
                Out::Row { head, cells, table } => {
                    text.push_str(head);
                    self.tables[*table].write(cells, &mut text);
                }
            }
            if !matches!(line, Out::Kept(line) if line.ends_with('\n')) {
                text.push('\n');
            }
        }
        Formatted { text, skipped: self.skipped }
    }
}
