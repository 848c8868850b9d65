//! What follows from a character that was typed: a new line's indent, and aligned cells.

use agmark_syntax::{Document, Edit, Span};
use unicode_width::UnicodeWidthStr;

use super::cursor::{Cursor, context};
use crate::syntax::context::Front;
use crate::syntax::depths::STEP;
use crate::syntax::entry::{DocumentPart, EntryKind, each};
use crate::syntax::line::{Head, Kind};
use crate::vocabulary::{self, Class};

pub fn on_type(document: &Document, offset: usize, typed: char) -> Vec<Edit> {
    match typed {
        '\n' => indent(document, offset).into_iter().collect(),
        '|' => align(document, offset),
        _ => Vec::new(),
    }
}

/// The indent of a new line: that of the previous line, or deeper below a container.
fn indent(document: &Document, offset: usize) -> Option<Edit> {
    let cursor = Cursor::of(document, offset)?;
    if cursor.context.front != Front::Over || !cursor.line.trim().is_empty() {
        return None;
    }
    let text = document.text();
    let above = text.line_of(cursor.start).checked_sub(1)?;
    let range = text.line_range(above);
    let line = text.slice(range.clone()).trim_end_matches(['\n', '\r']).to_owned();
    if line.trim().is_empty() {
        return None;
    }
    let head = Head::of(&line);
    let levels = context(document, range.start).levels;
    let depth =
        levels.depth(head.indent) + u32::from(head.kind == Kind::Element && holds(&line[head.content..]));
    let wanted = " ".repeat((depth * STEP) as usize);
    let span = Span::new(cursor.start, cursor.start + cursor.line.len());
    (cursor.line != wanted).then(|| Edit::replace(span, wanted))
}

/// Whether more is to be expected below an element than beside it.
fn holds(content: &str) -> bool {
    let end = content
        .find(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == ':'))
        .unwrap_or(content.len());
    let base = vocabulary::base(&content[..end]);
    match vocabulary::role(base) {
        Some(role) => {
            let more =
                ["section", "region", "article", "output", "resultset", "schema", "service", "code", "quote"];
            (role.class == Class::Structural && base != "divider") || more.contains(&base)
        }
        None => false,
    }
}

/// Tables with more rows than this are not aligned while a person types.
const MOST_ROWS: usize = 400;

/// Aligns the cells of the table whose row was just ended, or gets another cell.
fn align(document: &Document, offset: usize) -> Vec<Edit> {
    let text = document.text();
    let number = text.line_of(offset);
    let row = |number: usize| -> Option<(usize, String)> {
        let range = text.line_range(number);
        let line = text.slice(range.clone()).trim_end_matches(['\n', '\r']).to_owned();
        line.trim_start().starts_with('|').then_some((range.start, line))
    };
    // A bar in a text does not belong to a table.
    let Some((start, line)) = row(number) else { return Vec::new() };
    if line.len() != offset - start || line.ends_with("\\|") || line.trim() == "|" {
        return Vec::new();
    }
    let indent = |line: &str| line.len() - line.trim_start().len();
    let own = indent(&line);
    let alike = |number: usize| row(number).filter(|(_, line)| indent(line) == own);
    let first = (0..number).rev().take_while(|above| alike(*above).is_some()).last().unwrap_or(number);
    let rows: Vec<(usize, String)> =
        (first..text.line_count()).map_while(alike).take(MOST_ROWS + 1).collect();
    if rows.len() > MOST_ROWS {
        return Vec::new();
    }
    let cells: Vec<Option<Vec<String>>> = rows.iter().map(|(_, line)| cells(line.trim_start())).collect();
    let mut widths: Vec<usize> = Vec::new();
    for (at, cell) in cells.iter().flatten().flat_map(|row| row.iter().enumerate()) {
        match widths.get_mut(at) {
            Some(width) => *width = (*width).max(cell.width()),
            None => widths.push(cell.width()),
        }
    }
    let mut edits = Vec::new();
    for ((start, line), cells) in rows.iter().zip(&cells) {
        let Some(cells) = cells else { continue };
        let mut out = " ".repeat(own);
        out.push('|');
        for (cell, width) in cells.iter().zip(&widths) {
            let pad = " ".repeat(width.saturating_sub(cell.width()));
            out.extend([" ", cell, &pad, " |"]);
        }
        if out != *line {
            edits.push(Edit::replace(Span::new(*start, *start + line.len()), out));
        }
    }
    edits
}

/// The cells of a closed row as written.
fn cells(line: &str) -> Option<Vec<String>> {
    let context = crate::syntax::context::Context { front: Front::Over, ..Default::default() };
    let mut found = None;
    each(line, context, &mut |item| {
        if let DocumentPart::Line(entry) = item
            && let EntryKind::Row(row) = &entry.kind
            && row.closed
        {
            found = Some(row.cells.iter().map(|cell| cell.span.text(entry.text).to_owned()).collect());
        }
    });
    found
}
