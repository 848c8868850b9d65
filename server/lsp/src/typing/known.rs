//! Diagnostics that are not new.

use std::collections::HashMap;

use agmark_syntax::Diagnostic;

/// The number of each diagnostic, by rule and message.
#[derive(Debug, Default)]
pub struct KnownDiagnostics(HashMap<(&'static str, String), usize>);

impl KnownDiagnostics {
    /// Which diagnostics are new. Of equal ones, those marked in `last` are the last to count as known.
    pub fn new_ones(&self, findings: &[Diagnostic], last: &[bool]) -> Vec<bool> {
        let mut left: HashMap<(&str, &str), usize> =
            self.0.iter().map(|((code, message), count)| ((*code, message.as_str()), *count)).collect();
        let mut new = vec![true; findings.len()];
        for wanted in [false, true] {
            for ((finding, last), new) in findings.iter().zip(last).zip(&mut new) {
                if *last == wanted
                    && let Some(count) = left.get_mut(&(finding.rule.code, finding.message.as_str()))
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

impl FromIterator<Diagnostic> for KnownDiagnostics {
    fn from_iter<T: IntoIterator<Item = Diagnostic>>(findings: T) -> Self {
        let mut known = HashMap::new();
        for finding in findings {
            *known.entry((finding.rule.code, finding.message)).or_default() += 1;
        }
        Self(known)
    }
}

/// The diagnostics that do not wait.
pub fn without(findings: Vec<Diagnostic>, waiting: &[bool]) -> Vec<Diagnostic> {
    findings.into_iter().zip(waiting).filter(|(_, waits)| !**waits).map(|(finding, _)| finding).collect()
}

#[cfg(test)]
mod tests {
    use agmark_syntax::{FixKind, Rule, Severity, Span};

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

    fn findings(all: &[(usize, &str)]) -> Vec<Diagnostic> {
        all.iter().map(|(at, message)| RULE.at(Span::at(*at), *message)).collect()
    }

    #[test]
    fn what_was_there_before_is_not_new() {
        let now = findings(&[(1, "old"), (5, "old"), (6, "new")]);
        let known: KnownDiagnostics = findings(&[(0, "old")]).into_iter().collect();
        assert_eq!(known.new_ones(&now, &[false, true, true]), [false, true, true]);
        let known: KnownDiagnostics = findings(&[(0, "old"), (3, "old")]).into_iter().collect();
        assert_eq!(known.new_ones(&now, &[false, true, true]), [false, false, true]);
    }
}
