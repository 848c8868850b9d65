//! What an audit found, as diagnostics of a source of its own.

use std::collections::BTreeMap;
use std::path::PathBuf;

use agmark_audit::{Finding, Report};
use agmark_lsp::{Context, Found};
use agmark_syntax::{Diagnostic, Rule, Severity, Span};

use super::places::Places;

const SOURCE: &str = "agmark audit";

const fn rule(code: &'static str, summary: &'static str) -> Rule {
    let help = "Found by an audit, and shown until the next one.";
    Rule { code, severity: Severity::Warning, summary, help, bad: &[], good: &[] }
}

/// One for each category.
static RULES: [Rule; 6] = [
    rule("audit/forms", "a form has no data-agent-action"),
    rule("audit/fields", "a field has no data-agent-field"),
    rule("audit/actions", "a button has no data-agent-action"),
    rule("audit/navigation", "a link is not marked as a link for agents"),
    rule("audit/safety", "a button that sounds dangerous has no danger and confirm annotations"),
    rule("audit/manifest", "the manifest is missing or not as it should be"),
];

/// Shows what was found in the files that it comes from, in place of what the audit before found. What comes from no
/// file of the workspace is only in the report.
pub fn publish(context: &Context<'_>, report: &Report) {
    let places = Places::new(context);
    let mut found: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
    for page in &report.pages {
        for finding in &page.findings {
            let Some((path, span)) = places.of(page, finding) else { continue };
            let Some(diagnostic) = diagnostic(finding, span) else { continue };
            let here = found.entry(path).or_default();
            // A part of many pages is missing something once.
            if !here.iter().any(|one| one.span == diagnostic.span && one.message == diagnostic.message) {
                here.push(diagnostic);
            }
        }
    }
    context.publish(SOURCE, found.into_iter().map(|(path, findings)| Found { path, findings }).collect());
}

fn diagnostic(finding: &Finding, span: Span) -> Option<Diagnostic> {
    let rule = RULES.iter().find(|rule| rule.code == finding.code)?;
    Some(Diagnostic { severity: finding.severity, ..rule.at(span, finding.message.clone()) })
}
