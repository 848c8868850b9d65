//! One JSON object. Lines and columns from 1, columns in characters, spans in bytes.

use std::io::{self, Write};

use agmark_aaf::coverage::label;
use serde_json::{Map, Value, json};

use super::{Report, Scope};
use crate::page::{Audited, Finding};

pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let failed: Vec<Value> =
        report.failed.iter().map(|one| json!({ "url": one.name, "reason": one.reason })).collect();
    let mut whole = match (report.scope, report.pages.first()) {
        (Scope::Page, Some(one)) => Value::Object(page(one)),
        (Scope::Check, _) => {
            let all = report.pages.iter().flat_map(|page| page.findings.iter().map(move |one| (page, one)));
            let findings: Vec<Value> = all.map(|(page, one)| finding(page, one)).collect();
            json!({ "files": report.pages.len(), "findings": findings, "failed": failed })
        }
        _ => {
            let named = |one: &Audited| {
                let mut object = Map::new();
                object.insert("url".to_owned(), one.name.clone().into());
                object.extend(page(one));
                Value::Object(object)
            };
            let pages: Vec<Value> = report.pages.iter().map(named).collect();
            let score = report.score();
            json!({ "score": score, "label": score.map(label), "pages": pages, "failed": failed })
        }
    };
    if let (Some(llms), Value::Object(object)) = (&report.llms, &mut whole) {
        let points: Map<String, Value> = llms.keys().map(|(key, met)| (key.to_owned(), met.into())).collect();
        object.insert("llmsTxt".to_owned(), points.into());
    }
    serde_json::to_writer(&mut *out, &whole)?;
    writeln!(out)
}

fn page(page: &Audited) -> Map<String, Value> {
    let categories: Map<String, Value> =
        page.assessments.iter().map(|one| (one.category.key().to_owned(), one.score.into())).collect();
    let findings: Vec<Value> = page.findings.iter().map(|one| finding(page, one)).collect();
    let mut object = Map::new();
    object.insert("score".to_owned(), page.score().into());
    object.insert("label".to_owned(), page.score().map(label).into());
    object.insert("categories".to_owned(), categories.into());
    object.insert("errors".to_owned(), page.errors.into());
    object.insert("findings".to_owned(), findings.into());
    object
}

fn finding(page: &Audited, finding: &Finding) -> Value {
    let (name, at) = (finding.file(page), finding.area);
    json!({
        "code": finding.code,
        "severity": finding.severity.word(),
        "message": finding.message,
        "path": name,
        "start": { "line": at.line, "column": at.column },
        "end": { "line": at.end_line, "column": at.end_column },
        "span": { "start": finding.span.start, "end": finding.span.end },
    })
}
