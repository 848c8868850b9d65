//! Publishes the findings of an audit as diagnostics with a separate source.

use std::collections::BTreeMap;
use std::path::PathBuf;

use agmark_audit::{Finding, Report, rules};
use agmark_lsp::{FileDiagnostics, TaskContext};
use agmark_syntax::{Diagnostic, Span};

use super::source_locations::SourceLocations;

const SOURCE: &str = "agmark audit";

/// Shows findings in their files and removes those of the previous audit. Findings without a file in the workspace are
/// only in the report.
pub fn publish(context: &TaskContext<'_>, report: &Report) {
    let places = SourceLocations::new(context);
    let mut found: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
    for page in &report.pages {
        for finding in &page.findings {
            let Some((path, span)) = places.of(page, finding) else { continue };
            let Some(diagnostic) = diagnostic(finding, span) else { continue };
            let here = found.entry(path).or_default();
            // A part of many pages is reported once.
            if !here.iter().any(|one| one.span == diagnostic.span && one.message == diagnostic.message) {
                here.push(diagnostic);
            }
        }
    }
    context.publish(
        SOURCE,
        found.into_iter().map(|(path, findings)| FileDiagnostics { path, diagnostics: findings }).collect(),
    );
}

fn diagnostic(finding: &Finding, span: Span) -> Option<Diagnostic> {
    let rule = rules::GROUP.rules.iter().find(|rule| rule.code == finding.code)?;
    Some(Diagnostic { severity: finding.severity, ..rule.at(span, finding.message.clone()) })
}
