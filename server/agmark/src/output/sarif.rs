//! SARIF 2.1.0, which code scanning services read. Columns count characters.

use std::io::{self, Write};
use std::path::Path;

use agmark_audit::http::is_address;
use agmark_syntax::{Diagnostic, Fix, Rule, Severity};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Value, json};

use super::findings::{each, related_place};
use super::json;
use crate::report::{Area, Checked, Point, Report};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Characters that the path of a URI must not contain.
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

/// One run of agmark.
pub struct Run {
    /// Descriptors of the rules that have results.
    pub rules: Vec<Value>,
    pub results: Vec<Value>,
    /// What could not be read, for work that can fail in part.
    pub failures: Option<Vec<String>>,
}

impl Run {
    pub fn write(self, out: &mut dyn Write) -> io::Result<()> {
        let mut run = json!({
            "tool": { "driver": {
                "name": "agmark",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": self.rules,
            } },
        });
        if let Some(failures) = self.failures {
            let failure = |text: &String| json!({ "level": "error", "message": { "text": text } });
            run["invocations"] = json!([{
                "executionSuccessful": failures.is_empty(),
                "toolExecutionNotifications": failures.iter().map(failure).collect::<Vec<_>>(),
            }]);
        }
        run["columnKind"] = "unicodeCodePoints".into();
        run["results"] = self.results.into();
        json::print(&json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] }), out)
    }
}

pub fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "note",
    }
}

/// A region of a file or page; `name` is a path or a URL.
pub fn location(name: &str, region: Value) -> Value {
    json!({ "physicalLocation": { "artifactLocation": artifact(name), "region": region } })
}

pub fn lines(start: Point, end: Point) -> Value {
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

/// A name as a URI: of a page, of a file relative to the root of the sources, or of a file elsewhere.
fn artifact(name: &str) -> Value {
    if is_address(name) {
        return json!({ "uri": name });
    }
    let encoded = utf8_percent_encode(name, PATH).to_string();
    if Path::new(name).is_absolute() {
        let slash = if encoded.starts_with('/') { "" } else { "/" };
        return json!({ "uri": format!("file://{slash}{encoded}") });
    }
    // A colon in the first part would end a scheme.
    let colon = encoded.split('/').next().is_some_and(|first| first.contains(':'));
    json!({ "uri": if colon { format!("./{encoded}") } else { encoded }, "uriBaseId": "%SRCROOT%" })
}

/// Writes the findings of a check.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut rules: Vec<&'static Rule> = each(report).map(|(_, finding)| finding.rule).collect();
    rules.sort_by_key(|rule| rule.code);
    rules.dedup();
    let results = each(report).map(|(file, finding)| result(report, &rules, file, finding)).collect();
    Run { rules: rules.into_iter().map(descriptor).collect(), results, failures: None }.write(out)
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

fn result(report: &Report, rules: &[&Rule], file: &Checked, finding: &Diagnostic) -> Value {
    let mut result = json!({
        "ruleId": finding.rule.code,
        "ruleIndex": rules.iter().position(|rule| *rule == finding.rule),
        "level": level(finding.severity),
        "message": { "text": finding.message },
        "locations": [location(&file.source.shown.0, region(&file.source.area(finding.span)))],
    });
    let related: Vec<_> = finding
        .related
        .iter()
        .filter_map(|related| {
            let (path, area) = related_place(report, file, related)?;
            let mut place = location(&path.0, region(&area));
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

fn region(area: &Area) -> Value {
    let mut region = lines(area.start, area.end);
    region["byteOffset"] = area.span.start.into();
    region["byteLength"] = (area.span.end - area.span.start).into();
    region
}

fn fix(file: &Checked, fix: &Fix) -> Value {
    let replacement = |edit: &agmark_syntax::Edit| {
        json!({
            "deletedRegion": region(&file.source.area(edit.span)),
            "insertedContent": { "text": edit.text },
        })
    };
    json!({
        "description": { "text": fix.title },
        "artifactChanges": [{
            "artifactLocation": artifact(&file.source.shown.0),
            "replacements": fix.edits.iter().map(replacement).collect::<Vec<_>>(),
        }],
    })
}
