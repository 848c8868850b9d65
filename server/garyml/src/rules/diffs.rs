//! The check that rules about the text of a diff share: each reports one kind of problem.

use agmark_syntax::{CheckedRule, Diagnostic};

use super::check::Check;
use crate::analysis::chunk_data;
use crate::diff::ProblemKind;
use crate::syntax::structure::{Header, Structure};

/// Reports the problems of one kind in the diff of a header.
pub(super) fn report(
    structure: &Structure<'_>,
    header: &Header<'_>,
    kind: ProblemKind,
    rule: &'static CheckedRule<Check>,
    found: &mut Vec<Diagnostic>,
) {
    if !header.kind.is("Diff") {
        return;
    }
    let Some(index) = structure.index_of(header) else { return };
    let Some(read) = chunk_data::read(structure, index, header) else { return };
    for problem in read.diff.problems.into_iter().filter(|p| p.kind == kind) {
        let span = if problem.span.is_empty() { header.name_span } else { problem.span };
        let finding = rule.at(span, problem.message).awaiting(structure.awaits(header));
        found.push(match problem.fix {
            Some(fix) => finding.with(fix),
            None => finding,
        });
    }
}
