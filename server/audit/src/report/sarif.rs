//! SARIF 2.1.0, which code scanning services take. Columns count characters.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

use agmark_aaf::coverage::Category;
use agmark_syntax::Severity;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Value, json};

use super::{Report, summary};
use crate::page::{Audited, Finding};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// What may not stand in the path of an address as it is.
const PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let codes: BTreeSet<&str> = findings(report).map(|(_, one)| one.code.as_str()).collect();
    let results: Vec<Value> = findings(report).map(|(page, one)| result(page, one)).collect();
    let unread: Vec<Value> = report
        .failed
        .iter()
        .map(
            |one| json!({ "level": "error", "message": { "text": format!("{}: {}", one.name, one.reason) } }),
        )
        .collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "agmark",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": codes.iter().map(|code| rule(code)).collect::<Vec<_>>(),
            } },
            "invocations": [{
                "executionSuccessful": unread.is_empty(),
                "toolExecutionNotifications": unread,
            }],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    serde_json::to_writer(&mut *out, &log)?;
    writeln!(out)
}

fn findings(report: &Report) -> impl Iterator<Item = (&Audited, &Finding)> {
    report.pages.iter().flat_map(|page| page.findings.iter().map(move |one| (page, one)))
}

fn rule(code: &str) -> Value {
    let key = code.strip_prefix("audit/").unwrap_or(code);
    let about = Category::ALL.into_iter().find(|category| category.key() == key).map(summary);
    json!({ "id": code, "name": key, "shortDescription": { "text": about.unwrap_or(key) } })
}

fn result(page: &Audited, finding: &Finding) -> Value {
    let (name, at) = (finding.file(page), finding.area);
    json!({
        "ruleId": finding.code,
        "level": match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Information | Severity::Hint => "note",
        },
        "message": { "text": finding.message },
        "locations": [{ "physicalLocation": {
            "artifactLocation": artifact(name),
            "region": {
                "startLine": at.line,
                "startColumn": at.column,
                "endLine": at.end_line,
                "endColumn": at.end_column,
            },
        } }],
    })
}

/// A name as an address: that of a page as it is, of a file relative to the root of the source.
fn artifact(name: &str) -> Value {
    if name.contains("://") {
        return json!({ "uri": name });
    }
    let encoded = utf8_percent_encode(name, PATH).to_string();
    if Path::new(name).is_absolute() {
        let slash = if encoded.starts_with('/') { "" } else { "/" };
        return json!({ "uri": format!("file://{slash}{encoded}") });
    }
    // A first part with a colon would be read as a scheme.
    let colon = encoded.split('/').next().is_some_and(|first| first.contains(':'));
    json!({ "uri": if colon { format!("./{encoded}") } else { encoded }, "uriBaseId": "%SRCROOT%" })
}
