//! Diagnostics that are not new.

use agmark_syntax::Findings;
use rustc_hash::FxHashMap;

/// The number of each diagnostic, by rule and message ([`agmark_syntax::Finding::identity`]).
#[derive(Debug, Default)]
pub struct KnownDiagnostics(FxHashMap<u64, usize>);

impl KnownDiagnostics {
    /// Which diagnostics are new. Of equal ones, those marked in `last` are the last to count as known.
    pub fn new_ones(&self, findings: &Findings, last: &[bool]) -> Vec<bool> {
        let mut left = self.0.clone();
        let mut new = vec![true; findings.len()];
        for wanted in [false, true] {
            for ((finding, last), new) in findings.iter().zip(last).zip(&mut new) {
                if *last == wanted
                    && let Some(count) = left.get_mut(&finding.identity())
                    && *count > 0
                {
                    *count -= 1;
                    *new = false;
                }
            }
        }
        new
    }
}

impl KnownDiagnostics {
    pub fn of(findings: &Findings) -> Self {
        let mut known = FxHashMap::default();
        for finding in findings.iter() {
            *known.entry(finding.identity()).or_default() += 1;
        }
        Self(known)
    }
}

/// The diagnostics that do not wait.
pub fn without(mut findings: Findings, waiting: &[bool]) -> Findings {
    let mut waiting = waiting.iter();
    findings.retain(|_| waiting.next() != Some(&true));
    findings
}

#[cfg(test)]
mod tests {
    use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

    use super::*;

    static RULE: Rule = Rule {
        code: "x/y",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "",
        help: "",
        bad: &[],
        good: &[],
    };

    fn findings(all: &[(usize, &str)]) -> Findings {
        all.iter().map(|(at, message)| RULE.at(Span::at(*at), *message)).collect::<Vec<Diagnostic>>().into()
    }

    #[test]
    fn what_was_there_before_is_not_new() {
        let now = findings(&[(1, "old"), (5, "old"), (6, "new")]);
        let known = KnownDiagnostics::of(&findings(&[(0, "old")]));
        assert_eq!(known.new_ones(&now, &[false, true, true]), [false, true, true]);
        let known = KnownDiagnostics::of(&findings(&[(0, "old"), (3, "old")]));
        assert_eq!(known.new_ones(&now, &[false, true, true]), [false, false, true]);
    }
}
