//! The check that rules about the text of a diff share: each reports one kind of problem.

use agmark_syntax::{CheckedRule, Diagnostic};

use super::check::Check;
use crate::analysis::chunk_data::EmbeddedDiff;
use crate::diff::ProblemKind;
use crate::syntax::structure::Structure;

/// Reports the problems of one kind in a diff.
pub(super) fn report(
    structure: &Structure<'_>,
    own: &EmbeddedDiff,
    kind: ProblemKind,
    rule: &'static CheckedRule<Check>,
    found: &mut Vec<Diagnostic>,
) {
    for problem in own.diff.problems.iter().filter(|p| p.kind == kind) {
        let span = if problem.span.is_empty() { own.span } else { problem.span };
        let mut finding = rule.at(span, problem.message.clone());
        if let Some(header) = structure.headers.get(own.header) {
            finding = finding.awaiting(structure.awaits(header));
        }
        finding.fixes.extend(problem.fix.clone());
        found.push(finding);
    }
}
