//! Fixes that need more than the chunk of a diagnostic.

use agmark_syntax::{Diagnostic, Document, Edit, Fix, Span, World};

use super::completion::items::next_ref;
use crate::convert::aria;
use crate::rules::{aria_snapshot, duplicate_ref, missing_ref, reused_ref};
use crate::syntax::stream::is_aria;

/// Adds them to the diagnostics of a document.
pub fn add_fixes(document: &Document, world: &dyn World, diagnostics: &mut [Diagnostic]) {
    add_refs(document, world, diagnostics);
    add_conversion(document, diagnostics);
}

/// Inserts the next free refs after roles, or replaces duplicate refs.
fn add_refs(document: &Document, world: &dyn World, findings: &mut [Diagnostic]) {
    let is_missing = |finding: &Diagnostic| finding.rule == &missing_ref::RULE.rule;
    let is_taken =
        |finding: &Diagnostic| [&duplicate_ref::RULE.rule, &reused_ref::RULE.rule].contains(&finding.rule);
    let mut missing = findings.iter_mut().filter(|f| is_missing(f) || is_taken(f)).peekable();
    if missing.peek().is_none() {
        return;
    }
    for (next, finding) in (next_ref(document, world)..).zip(missing) {
        let (title, edit) = if is_missing(finding) {
            let edit = Edit::insert(finding.span.end as usize, format!("#e{next}"));
            (format!("add the next free ref, \"#e{next}\""), edit)
        } else {
            let edit = Edit::replace(finding.span, format!("e{next}"));
            (format!("replace with the next free ref, \"#e{next}\""), edit)
        };
        finding.fixes.push(Fix::offered(title, vec![edit]));
    }
}

/// Larger snapshots are converted by the command line, in bytes: editors ask for fixes after each keystroke.
const LARGEST: usize = 1 << 20;

/// The document converted, or, where the rest of it is ANML, the line.
fn add_conversion(document: &Document, findings: &mut [Diagnostic]) {
    let text = document.text();
    for finding in
        findings.iter_mut().filter(|f| f.rule == &aria_snapshot::RULE.rule && text.len() <= LARGEST)
    {
        let all = text.slice(0..text.len());
        let (title, span) = if is_aria(&all) {
            ("convert the document to ANML", Span::new(0, text.len()))
        } else {
            let range = text.line_range(text.line_of(finding.span.start as usize));
            ("convert the line to ANML", Span::new(range.start, finding.span.end as usize))
        };
        let source = span.text(&all);
        let made = if span.len() == all.len() {
            aria::convert(source)
        } else {
            let indent = &source[..source.len() - source.trim_start().len()];
            format!("{indent}{}", aria::convert(source).trim())
        };
        finding.fixes.push(Fix::offered(title, vec![Edit::replace(span, made)]));
    }
}
