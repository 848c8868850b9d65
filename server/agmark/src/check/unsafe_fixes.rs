//! Fixes that may change what a document means.

use std::collections::BTreeMap;

use agmark_syntax::fixing::Chosen;
use agmark_syntax::{Diagnostic, Edit, Span};

use crate::report::unsafe_fix;

/// The unsafe fixes of `findings`, without those that overlap or touch an earlier one.
pub fn choose(findings: &[Diagnostic]) -> Chosen {
    let mut chosen = Chosen::default();
    let mut taken = Taken::default();
    for fix in findings.iter().filter_map(unsafe_fix) {
        if fix.edits.iter().any(|edit| taken.meets(edit.span)) {
            continue;
        }
        fix.edits.iter().for_each(|edit| taken.add(edit));
        chosen.edits.extend(fix.edits.iter().cloned());
        chosen.findings += 1;
    }
    // Stable: two insertions of one fix at one place keep their order.
    chosen.edits.sort_by_key(|edit| edit.span);
    chosen
}

/// The spans that are changed: the end of each by its start. They do not overlap.
#[derive(Default)]
struct Taken(BTreeMap<u32, u32>);

impl Taken {
    fn meets(&self, span: Span) -> bool {
        self.0.range(..=span.end).next_back().is_some_and(|(_, end)| *end >= span.start)
    }

    fn add(&mut self, edit: &Edit) {
        let end = self.0.entry(edit.span.start).or_default();
        *end = (*end).max(edit.span.end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;

    fn replace(start: usize) -> Vec<Edit> {
        vec![Edit::replace(Span::new(start, start + 1), "x")]
    }

    #[test]
    fn only_a_single_offered_fix_is_chosen() {
        let rule = formats::registry().rule("agd/duplicate-id").expect("a rule of AGD");
        let finding = || rule.at(Span::at(0), "");
        let findings = [
            finding().fix("automatic", replace(0)),
            finding().suggest("one", replace(2)),
            finding().suggest("the same place", replace(2)),
            finding().suggest("one of two", replace(5)).suggest("the other", replace(7)),
            finding().fix("automatic", replace(8)).suggest("beside it", replace(11)),
            finding().suggest("touches the first", replace(3)),
            finding().suggest("apart", replace(20)),
        ];
        let edits = [replace(2), replace(20)].concat();
        assert_eq!(choose(&findings), Chosen { edits, findings: 2 });
    }
}
