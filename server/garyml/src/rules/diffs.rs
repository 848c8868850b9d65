//! What the rules about diffs have in common: each says one kind of what is wrong with how they are written.

use agmark_syntax::{Diagnostic, Rule};

use crate::analysis::chunk_data;
use crate::diff::ProblemKind;
use crate::syntax::structure::{Header, Structure};

/// Says everything of one kind that is wrong with the diff of a header.
pub(super) fn say(
    structure: &Structure<'_>,
    header: &Header<'_>,
    kind: ProblemKind,
    rule: &'static Rule,
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
