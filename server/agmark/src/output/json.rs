//! One JSON object: lines and columns from 1, columns in characters, spans in bytes.

use std::io::{self, Write};

use agmark_syntax::{Diagnostic, Fix};
use serde::Serialize;

use super::{each, place_of};
use crate::report::{Area, Bytes, Checked, Report, first_fix};

#[derive(Serialize)]
struct Whole<'a> {
    files: usize,
    diagnostics: Vec<One<'a>>,
}

#[derive(Serialize)]
struct One<'a> {
    path: &'a str,
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    #[serde(flatten)]
    area: Area,
    related: Vec<Other<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<Mend<'a>>,
}

#[derive(Serialize)]
struct Other<'a> {
    path: String,
    message: &'a str,
    #[serde(flatten)]
    area: Area,
}

#[derive(Serialize)]
struct Mend<'a> {
    title: &'a str,
    edits: Vec<Change<'a>>,
}

#[derive(Serialize)]
struct Change<'a> {
    span: Bytes,
    text: &'a str,
}

pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let diagnostics = each(report).map(|(file, finding)| one(report, file, finding)).collect();
    let text = serde_json::to_string(&Whole { files: report.checked, diagnostics })?;
    writeln!(out, "{}", agmark_files::json(&text))
}

fn one<'a>(report: &Report, file: &'a Checked, finding: &'a Diagnostic) -> One<'a> {
    let related = finding.related.iter().filter_map(|related| {
        let (path, area) = place_of(report, file, related)?;
        Some(Other { path: path.0, message: &related.message, area })
    });
    One {
        path: &file.source.shown.0,
        code: finding.rule.code,
        severity: finding.severity.word(),
        message: &finding.message,
        area: file.source.area(finding.span),
        related: related.collect(),
        fix: first_fix(finding).map(mend),
    }
}

fn mend(fix: &Fix) -> Mend<'_> {
    let edits = fix
        .edits
        .iter()
        .map(|edit| Change { span: Bytes { start: edit.span.start, end: edit.span.end }, text: &edit.text });
    Mend { title: &fix.title, edits: edits.collect() }
}
