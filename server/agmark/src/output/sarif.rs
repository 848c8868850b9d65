//! SARIF 2.1.0, which code scanning services take. Columns count characters.

use std::io::{self, Write};
use std::path::Path;

use agmark_syntax::{Diagnostic, Fix, Rule, Severity};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Value, json};

use super::{each, place_of};
use crate::report::{Area, Checked, Report};

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
    let mut rules: Vec<&'static Rule> = each(report).map(|(_, finding)| finding.rule).collect();
    rules.sort_by_key(|rule| rule.code);
    rules.dedup();
    let results: Vec<_> = each(report).map(|(file, finding)| result(report, &rules, file, finding)).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "agmark",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|rule| descriptor(rule)).collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    writeln!(out, "{}", agmark_files::json(&serde_json::to_string(&log)?))
}

fn descriptor(rule: &Rule) -> Value {
    json!({
        "id": rule.code,
        "name": rule.short(),
        "shortDescription": { "text": rule.summary },
        "fullDescription": { "text": rule.help },
        "help": { "text": rule.help, "markdown": rule.help },
        "defaultConfiguration": { "level": level(rule.severity) },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "note",
    }
}

fn result(report: &Report, rules: &[&Rule], file: &Checked, finding: &Diagnostic) -> Value {
    let mut result = json!({
        "ruleId": finding.rule.code,
        "ruleIndex": rules.iter().position(|rule| *rule == finding.rule),
        "level": level(finding.severity),
        "message": { "text": finding.message },
        "locations": [location(&file.source.shown.0, &file.source.area(finding.span))],
    });
    let related: Vec<_> = finding
        .related
        .iter()
        .filter_map(|related| {
            let (path, area) = place_of(report, file, related)?;
            let mut place = location(&path.0, &area);
            place["message"] = json!({ "text": related.message });
            Some(place)
        })
        .collect();
    if !related.is_empty() {
        result["relatedLocations"] = related.into();
    }
    if !finding.fixes.is_empty() {
        result["fixes"] = finding.fixes.iter().map(|one| fix(file, one)).collect();
    }
    result
}

fn location(path: &str, area: &Area) -> Value {
    json!({ "physicalLocation": { "artifactLocation": artifact(path), "region": region(area) } })
}

fn region(area: &Area) -> Value {
    json!({
        "startLine": area.start.line,
        "startColumn": area.start.column,
        "endLine": area.end.line,
        "endColumn": area.end.column,
        "byteOffset": area.span.start,
        "byteLength": area.span.end - area.span.start,
    })
}

fn fix(file: &Checked, fix: &Fix) -> Value {
    let replacements: Vec<_> = fix
        .edits
        .iter()
        .map(|edit| {
            json!({
                "deletedRegion": region(&file.source.area(edit.span)),
                "insertedContent": { "text": edit.text },
            })
        })
        .collect();
    json!({
        "description": { "text": fix.title },
        "artifactChanges": [{
            "artifactLocation": artifact(&file.source.shown.0),
            "replacements": replacements,
        }],
    })
}

/// A path as an address: relative to the root of the source, or of a file.
fn artifact(path: &str) -> Value {
    let encoded = utf8_percent_encode(path, PATH).to_string();
    if Path::new(path).is_absolute() {
        let slash = if encoded.starts_with('/') { "" } else { "/" };
        return json!({ "uri": format!("file://{slash}{encoded}") });
    }
    // A first part with a colon would be read as a scheme.
    let colon = encoded.split('/').next().is_some_and(|first| first.contains(':'));
    json!({ "uri": if colon { format!("./{encoded}") } else { encoded }, "uriBaseId": "%SRCROOT%" })
}
