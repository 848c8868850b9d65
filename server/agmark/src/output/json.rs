//! One JSON object: lines and columns from 1, columns in characters, spans in bytes.

use std::io::{self, Write};

use agmark_syntax::{Diagnostic, Fix};
use serde::Serialize;

use super::findings::{each, related_place};
use crate::report::{Area, Bytes, Checked, Report, first_fix};

#[derive(Serialize)]
struct JsonReport<'a> {
    files: usize,
    diagnostics: Vec<Finding<'a>>,
}

#[derive(Serialize)]
struct Finding<'a> {
    path: &'a str,
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    #[serde(flatten)]
    area: Area,
    related: Vec<RelatedPlace<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<JsonFix<'a>>,
}

#[derive(Serialize)]
struct RelatedPlace<'a> {
    path: String,
    message: &'a str,
    #[serde(flatten)]
    area: Area,
}

#[derive(Serialize)]
struct JsonFix<'a> {
    title: &'a str,
    edits: Vec<JsonEdit<'a>>,
}

#[derive(Serialize)]
struct JsonEdit<'a> {
    span: Bytes,
    text: &'a str,
}

/// Prints a value in one line that is safe for terminals.
pub fn print(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", agmark_files::json(&serde_json::to_string(value)?))
}

pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let diagnostics = each(report).map(|(file, diagnostic)| finding(report, file, diagnostic)).collect();
    print(&JsonReport { files: report.checked, diagnostics }, out)
}

fn finding<'a>(report: &Report, file: &'a Checked, diagnostic: &'a Diagnostic) -> Finding<'a> {
    let related = diagnostic.related.iter().filter_map(|related| {
        let (path, area) = related_place(report, file, related)?;
        Some(RelatedPlace { path: path.0, message: &related.message, area })
    });
    Finding {
        path: &file.source.shown.0,
        code: diagnostic.rule.code,
        severity: diagnostic.severity.word(),
        message: &diagnostic.message,
        area: file.source.area(diagnostic.span),
        related: related.collect(),
        fix: first_fix(diagnostic).map(json_fix),
    }
}

fn json_fix(fix: &Fix) -> JsonFix<'_> {
    let edits = fix.edits.iter().map(|edit| JsonEdit {
        span: Bytes { start: edit.span.start, end: edit.span.end },
        text: &edit.text,
    });
    JsonFix { title: &fix.title, edits: edits.collect() }
}
