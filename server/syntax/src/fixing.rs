//! Applying fixes that nobody looks at.

use std::collections::BTreeMap;

use crate::{Diagnostic, Edit, Span, work};

/// Edits that can be applied together.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// In the order of the text. None meets another of another fix.
    pub edits: Vec<Edit>,
    /// How many findings they fix.
    pub findings: usize,
}

/// The automatic fixes of `findings`, whole ones, none of which meets another. What is left out gets its turn when the
/// text was read again: its edits may mean something else then.
pub fn automatic(findings: &[Diagnostic]) -> Chosen {
    let mut taken = Taken::default();
    let mut chosen = Chosen::default();
    for fix in findings.iter().filter_map(Diagnostic::automatic) {
        work::add(fix.edits.len());
        if fix.edits.iter().any(|edit| taken.meets(edit.span)) {
            continue;
        }
        for edit in &fix.edits {
            taken.add(edit.span);
        }
        chosen.edits.extend(fix.edits.iter().cloned());
        chosen.findings += 1;
    }
    // Stable: two insertions of one fix at one place keep their order.
    chosen.edits.sort_by_key(|edit| edit.span);
    chosen
}

/// Spans that do not overlap: the end of each by its start.
#[derive(Default)]
struct Taken(BTreeMap<u32, u32>);

impl Taken {
    fn meets(&self, span: Span) -> bool {
        self.0.range(..=span.end).next_back().is_some_and(|(_, end)| *end >= span.start)
    }

    fn add(&mut self, span: Span) {
        let end = self.0.entry(span.start).or_default();
        *end = (*end).max(span.end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rule, Severity};

    static RULE: Rule =
        Rule { code: "x/y", severity: Severity::Warning, summary: "", help: "", bad: &[], good: &[] };

    fn edits(spans: &[(usize, usize)]) -> Vec<Edit> {
        spans.iter().map(|(a, b)| Edit::replace(Span::new(*a, *b), "x")).collect()
    }

    fn automatically(spans: &[(usize, usize)]) -> Diagnostic {
        RULE.at(Span::at(0), "").fix("", edits(spans))
    }

    fn spans(chosen: &Chosen) -> Vec<(u32, u32)> {
        chosen.edits.iter().map(|e| (e.span.start, e.span.end)).collect()
    }

    #[test]
    fn fixes_that_meet_wait_for_the_next_round() {
        let findings = [
            automatically(&[(0, 2), (8, 9)]),
            automatically(&[(1, 3)]),
            automatically(&[(2, 2)]),
            automatically(&[(4, 5), (9, 9)]),
            automatically(&[(4, 5)]),
            RULE.at(Span::at(0), "").suggest("", edits(&[(6, 7)])),
        ];
        let chosen = automatic(&findings);
        assert_eq!(chosen.findings, 2);
        assert_eq!(spans(&chosen), [(0, 2), (4, 5), (8, 9)]);
    }

    #[test]
    fn a_finding_with_two_automatic_fixes_has_none() {
        let finding = automatically(&[(0, 1)]).fix("", edits(&[(3, 4)]));
        assert_eq!(automatic(std::slice::from_ref(&finding)), Chosen::default());
        assert_eq!(finding.preferred(), None);
    }

    #[test]
    fn a_large_fix_first_does_not_make_the_others_slow() {
        let make = |n: usize| -> Vec<Diagnostic> {
            let first = automatically(&[(0, 1), (n * 10, n * 10 + 1)]);
            std::iter::once(first).chain((1..n).map(|i| automatically(&[(i * 10, i * 10 + 1)]))).collect()
        };
        assert_eq!(automatic(&make(100)).findings, 100);
        work::check_linear("many fixes", 5_000, make, |findings| automatic(&findings));
    }
}
