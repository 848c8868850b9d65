//! Chooses the automatic fixes that can be applied together.

use std::collections::BTreeMap;

use crate::{AnyFormat, Diagnostic, Document, Edit, Fix, Span, work};

/// Edits that can be applied together.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// In the order of the text. Edits of different fixes do not touch.
    pub edits: Vec<Edit>,
    /// The number of diagnostics that they fix.
    pub findings: usize,
}

/// The limit of calls of [`Format::keeps_meaning`]. Fixes that together change the meaning are split in halves, and so
/// on.
const TRIES: usize = 64;

/// The automatic fixes of `findings` that do not touch each other and keep the meaning of the document, as far as its
/// format can tell ([`Format::keeps_meaning`]). The remaining fixes are computed again from the changed text.
pub fn automatic(document: &Document, findings: &[Diagnostic]) -> Chosen {
    let fixes = apart(findings);
    if fixes.is_empty() {
        return Chosen::default();
    }
    let text = document.text().to_string();
    let kept = Keeper { format: &**document.format(), text: &text, tries: TRIES }.kept(&fixes);
    Chosen { edits: edits(&kept), findings: kept.len() }
}

/// Whether a document keeps its meaning after one automatic fix, as far as its format can tell.
pub fn keeps(document: &Document, text: &str, fix: &Fix) -> bool {
    document.format().keeps_meaning(text, &Edit::apply(text, &edits(&[fix])))
}

/// The automatic fixes that do not touch a previous one.
fn apart(findings: &[Diagnostic]) -> Vec<&Fix> {
    let mut taken = Taken::default();
    let mut fixes = Vec::new();
    for fix in findings.iter().filter_map(Diagnostic::automatic) {
        work::add(fix.edits.len());
        if fix.edits.iter().any(|edit| taken.meets(edit.span)) {
            continue;
        }
        fix.edits.iter().for_each(|edit| taken.add(edit.span));
        fixes.push(fix);
    }
    fixes
}

fn edits(fixes: &[&Fix]) -> Vec<Edit> {
    let mut edits: Vec<Edit> = fixes.iter().flat_map(|fix| fix.edits.iter().cloned()).collect();
    // A stable sort: two insertions of a fix at one place keep their order.
    edits.sort_by_key(|edit| edit.span);
    edits
}

struct Keeper<'a> {
    format: &'a dyn AnyFormat,
    text: &'a str,
    tries: usize,
}

impl Keeper<'_> {
    /// The largest part of `fixes` found that keeps the meaning. Fixes that change the meaning alone are left out.
    fn kept<'f>(&mut self, fixes: &[&'f Fix]) -> Vec<&'f Fix> {
        if self.keeps(fixes) {
            return fixes.to_vec();
        }
        if fixes.len() < 2 {
            return Vec::new();
        }
        let (first, second) = fixes.split_at(fixes.len() / 2);
        let (first, second) = (self.kept(first), self.kept(second));
        let both = [first.as_slice(), second.as_slice()].concat();
        if first.is_empty() || second.is_empty() || self.keeps(&both) { both } else { first }
    }

    fn keeps(&mut self, fixes: &[&Fix]) -> bool {
        let Some(tries) = self.tries.checked_sub(1) else { return false };
        self.tries = tries;
        self.format.keeps_meaning(self.text, &Edit::apply(self.text, &edits(fixes)))
    }
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
    use crate::{FixKind, Rule, Severity};

    static RULE: Rule = Rule {
        code: "x/y",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "",
        help: "",
        bad: &[],
        good: &[],
    };

    fn written(spans: &[(usize, usize)]) -> Vec<Edit> {
        spans.iter().map(|(a, b)| Edit::replace(Span::new(*a, *b), "x")).collect()
    }

    fn automatically(spans: &[(usize, usize)]) -> Diagnostic {
        RULE.at(Span::at(0), "").fix("", written(spans))
    }

    fn spans(fixes: &[&Fix]) -> Vec<(u32, u32)> {
        edits(fixes).iter().map(|e| (e.span.start, e.span.end)).collect()
    }

    #[test]
    fn fixes_that_meet_wait_for_the_next_round() {
        let findings = [
            automatically(&[(0, 2), (8, 9)]),
            automatically(&[(1, 3)]),
            automatically(&[(2, 2)]),
            automatically(&[(4, 5), (9, 9)]),
            automatically(&[(4, 5)]),
            RULE.at(Span::at(0), "").suggest("", written(&[(6, 7)])),
        ];
        let fixes = apart(&findings);
        assert_eq!(fixes.len(), 2);
        assert_eq!(spans(&fixes), [(0, 2), (4, 5), (8, 9)]);
    }

    #[test]
    fn a_finding_with_two_automatic_fixes_has_none() {
        let finding = automatically(&[(0, 1)]).fix("", written(&[(3, 4)]));
        assert_eq!(apart(std::slice::from_ref(&finding)), [] as [&Fix; 0]);
        assert_eq!(finding.preferred(), None);
    }

    #[test]
    fn a_large_fix_first_does_not_make_the_others_slow() {
        let make = |n: usize| -> Vec<Diagnostic> {
            let first = automatically(&[(0, 1), (n * 10, n * 10 + 1)]);
            std::iter::once(first).chain((1..n).map(|i| automatically(&[(i * 10, i * 10 + 1)]))).collect()
        };
        assert_eq!(apart(&make(100)).len(), 100);
        work::check_linear("many fixes", 5_000, make, |findings| apart(&findings).len());
    }
}
