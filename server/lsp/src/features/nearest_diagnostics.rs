//! The diagnostics of a document that are sent. A document can have tens of thousands of them, and all are sent again after
//! each keystroke; no editor lists so many. So the ones near the last change are sent, and one that says how many there are.

use agmark_syntax::Findings;
use lsp_types as lsp;

/// The largest number of diagnostics of one document that are sent, besides the one that says how many there are. VS Code
/// keeps at most a thousand of one file, and drops that one first, because it is not an error.
const MOST: usize = 999;

/// The number of diagnostics that are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut {
    all: usize,
}

/// The diagnostics nearest to the offset `place`. `all` are in the order of the text.
pub fn nearest(mut all: Findings, place: usize) -> (Findings, Option<LeftOut>) {
    let count = all.len();
    if count <= MOST {
        return (all, None);
    }
    let here = all.iter().take_while(|one| (one.span.start as usize) < place).count();
    let first = here.saturating_sub(MOST / 2).min(count - MOST);
    all.keep_range(first..first + MOST);
    (all, Some(LeftOut { all: count }))
}

impl LeftOut {
    /// The diagnostic at the start of the document that says so.
    pub fn diagnostic(self) -> lsp::Diagnostic {
        let message = format!(
            "{MOST} of {} problems are shown, those nearest to the last change: `agmark check` lists all",
            self.all
        );
        lsp::Diagnostic {
            severity: Some(lsp::DiagnosticSeverity::INFORMATION),
            source: Some("agmark".to_owned()),
            message,
            ..Default::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use agmark_syntax::{Span, common_rules};

    use super::*;

    fn many(count: usize) -> Findings {
        (0..count).map(|at| common_rules::FAULT.at(Span::at(10 * at), "x")).collect::<Vec<_>>().into()
    }

    #[test]
    fn up_to_the_limit_all_are_sent() {
        let (sent, left_out) = nearest(many(MOST), 500);
        assert_eq!((sent.len(), left_out), (MOST, None));
    }

    #[test]
    fn beyond_the_limit_those_near_the_last_change_are_sent() {
        for (place, first) in [(0, 0), (30_000, 3_000 - MOST / 2), (usize::MAX, 5_000 - MOST)] {
            let (sent, left_out) = nearest(many(5_000), place);
            let starts: Vec<_> = sent.iter().map(|one| one.span.range().start).collect();
            let ends = (starts.first().copied(), starts.last().copied());
            assert_eq!(
                (sent.len(), ends),
                (MOST, (Some(10 * first), Some(10 * (first + MOST - 1)))),
                "{place}"
            );
            let said = left_out.map(|left_out| left_out.diagnostic().message).unwrap_or_default();
            assert!(said.starts_with("999 of 5000 problems"), "{said}");
        }
    }
}
