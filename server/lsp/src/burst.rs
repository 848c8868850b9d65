//! What a person is typing, and which findings wait until the person stops for a moment.
//!
//! Unfinished text is nearly always wrong. So a finding waits if it is new since the person began to type and touches a
//! line that was typed meanwhile, or the line before or after it: a parser often notices only there that something is
//! missing. While one waits, new findings on other lines wait too: they may follow from the unfinished text. All else is
//! shown at once, and what is resolved disappears at once.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use agmark_syntax::{Diagnostic, Document, Span, Splice, Text};

/// From this many separate places on, the text between them counts as typed too.
const MAX_PLACES: usize = 16;

/// Changes of one document that followed each other without a pause.
#[derive(Clone)]
pub struct Burst {
    /// Another one after each change.
    pub number: u64,
    /// What was typed, in the present text: in order, and apart from each other.
    places: Vec<Span>,
    start: Arc<Start>,
    /// Whether somebody has looked and was not shown everything.
    waits: Arc<AtomicBool>,
}

/// Where a burst began.
struct Start {
    document: Option<Document>,
    /// How often each finding was there, by its rule and its message; looked up when somebody first asks.
    known: OnceLock<Known>,
    over: AtomicBool,
}

type Known = HashMap<(&'static str, String), usize>;

impl Burst {
    /// A burst that begins in `document`.
    pub fn new(document: Option<Document>) -> Self {
        let start = Start { document, known: OnceLock::new(), over: AtomicBool::new(false) };
        Self {
            number: 0,
            places: Vec::new(),
            start: Arc::new(start),
            waits: Arc::new(AtomicBool::new(false)),
        }
    }

    /// Notes a change of the text.
    pub fn note(&mut self, splice: &Splice) {
        self.waits = Arc::new(AtomicBool::new(false));
        let (start, end) = (splice.start.min(splice.end), splice.start.max(splice.end));
        let mut here = Span::new(start, start + splice.text.len());
        let mut places = Vec::with_capacity(self.places.len() + 1);
        for place in &self.places {
            let (from, to) = (place.start as usize, place.end as usize);
            let moved = |at: usize| at - end + start + splice.text.len();
            if to < start {
                places.push(*place);
            } else if from > end {
                places.push(Span::new(moved(from), moved(to)));
            } else {
                let to = if to > end { moved(to) } else { here.end as usize };
                here = Span::new(from.min(here.start as usize), to.max(here.end as usize));
            }
        }
        let at = places.partition_point(|place| place.start < here.start);
        places.insert(at, here);
        if let [first, .., last] = places.as_slice()
            && places.len() > MAX_PLACES
        {
            places = vec![Span::new(first.start as usize, last.end as usize)];
        }
        self.places = places;
    }

    /// Says that the person has stopped: also for questions that are on their way.
    pub fn end(&self) {
        self.start.over.store(true, Ordering::SeqCst);
    }

    pub fn is_over(&self) -> bool {
        self.start.over.load(Ordering::SeqCst)
    }

    /// Whether somebody has looked and was not shown everything.
    pub fn waits(&self) -> bool {
        self.waits.load(Ordering::SeqCst)
    }

    /// Whether the text was of a format when the burst began: that it is of none now waits too.
    pub fn waits_for_format(&self) -> bool {
        let waits = self.start.document.is_some();
        if waits {
            self.waits.store(true, Ordering::SeqCst);
        }
        // The pause may have come meanwhile: then nobody tells the rest.
        waits && !self.is_over()
    }

    /// The findings of a document that do not wait. `judge` gives those of the document as it was when the burst began.
    pub fn shown(
        &self,
        text: &Text,
        findings: Vec<Diagnostic>,
        judge: impl FnOnce(&Document) -> Vec<Diagnostic>,
    ) -> Vec<Diagnostic> {
        if self.is_over() {
            return findings;
        }
        let known = self.start.known.get_or_init(|| {
            let before = self.start.document.as_ref().map(judge).unwrap_or_default();
            let mut known = Known::new();
            for finding in before {
                *known.entry((finding.rule.code, finding.message)).or_default() += 1;
            }
            known
        });
        let lines: Vec<_> = self.places.iter().map(|place| lines(text, *place)).collect();
        let typed = |finding: &Diagnostic| {
            let of = self::lines(text, finding.span);
            lines.iter().any(|line| line.start() <= &(of.end() + 1) && of.start() <= &(line.end() + 1))
        };
        let typed: Vec<bool> = findings.iter().map(typed).collect();
        let new = new_ones(&findings, &typed, known);
        let waits = new.iter().zip(&typed).any(|(new, typed)| *new && *typed);
        self.waits.store(waits, Ordering::SeqCst);
        // The pause may have come meanwhile: then nobody tells the rest.
        if !waits || self.is_over() {
            return findings;
        }
        findings.into_iter().zip(new).filter(|(_, new)| !new).map(|(finding, _)| finding).collect()
    }
}

/// Which findings were not there before. What stands on lines that nobody typed is the first to be taken for old.
fn new_ones(findings: &[Diagnostic], typed: &[bool], known: &Known) -> Vec<bool> {
    let mut left: HashMap<(&str, &str), usize> =
        known.iter().map(|((code, message), count)| ((*code, message.as_str()), *count)).collect();
    let mut new = vec![true; findings.len()];
    for wanted in [false, true] {
        for ((finding, typed), new) in findings.iter().zip(typed).zip(&mut new) {
            if *typed == wanted
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

fn lines(text: &Text, span: Span) -> RangeInclusive<usize> {
    let line = |at: u32| text.line_of((at as usize).min(text.len()));
    line(span.start)..=line(span.end)
}

#[cfg(test)]
mod tests {
    use agmark_syntax::{Rule, Severity};

    use super::*;

    static RULE: Rule =
        Rule { code: "x/y", severity: Severity::Error, summary: "", help: "", bad: &[], good: &[] };

    /// A burst in a document without findings.
    fn burst(splices: &[(usize, usize, &str)]) -> Burst {
        let mut burst = Burst::new(None);
        for (start, end, text) in splices {
            burst.note(&Splice { start: *start, end: *end, text: (*text).to_owned() });
        }
        burst
    }

    fn places(splices: &[(usize, usize, &str)]) -> Vec<(u32, u32)> {
        burst(splices).places.iter().map(|place| (place.start, place.end)).collect()
    }

    /// The messages that are shown of findings at these places.
    fn shown(burst: &Burst, text: &str, findings: &[(usize, &str)]) -> Vec<String> {
        let findings = findings.iter().map(|(at, message)| RULE.at(Span::at(*at), *message)).collect();
        let shown = burst.shown(&Text::new(text), findings, |_| Vec::new());
        shown.into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn places_move_with_the_text() {
        assert_eq!(places(&[(5, 5, "a"), (6, 6, "b"), (7, 7, "c")]), [(5, 8)]);
        assert_eq!(places(&[(20, 20, "ab"), (2, 4, "xyz")]), [(2, 5), (21, 23)]);
        assert_eq!(places(&[(2, 2, "ab"), (20, 20, "c")]), [(2, 4), (20, 21)]);
        assert_eq!(places(&[(2, 2, "abcd"), (3, 5, "")]), [(2, 4)]);
        assert_eq!(places(&[(2, 2, "ab"), (20, 20, "cd"), (0, 30, "")]), [(0, 0)]);
        assert_eq!(places(&[(2, 2, "ab"), (1, 3, "")]), [(1, 2)]);
        let many: Vec<_> = (0..40).map(|n| (n * 100, n * 100, "x")).collect();
        assert!(places(&many).len() <= MAX_PLACES);
    }

    #[test]
    fn what_is_new_on_a_typed_line_waits_and_so_does_what_may_follow_from_it() {
        let text = "one\n\ntwo\nthree\n";
        let typing = burst(&[(5, 5, "t")]);
        assert_eq!(shown(&typing, text, &[(1, "elsewhere")]), ["elsewhere"]);
        assert!(!typing.waits());
        assert_eq!(shown(&typing, text, &[(10, "next line")]), [] as [&str; 0]);
        assert_eq!(shown(&typing, text, &[(1, "elsewhere"), (5, "here")]), [] as [&str; 0]);
        assert!(typing.waits());
        typing.end();
        assert_eq!(shown(&typing, text, &[(1, "elsewhere"), (5, "here")]), ["elsewhere", "here"]);
    }

    #[test]
    fn what_was_there_before_stays() {
        let findings: Vec<_> =
            [(1, "old"), (5, "old"), (6, "new")].map(|(at, message)| RULE.at(Span::at(at), message)).into();
        let known = Known::from([(("x/y", "old".to_owned()), 1)]);
        assert_eq!(new_ones(&findings, &[false, true, true], &known), [false, true, true]);
        let known = Known::from([(("x/y", "old".to_owned()), 2)]);
        assert_eq!(new_ones(&findings, &[false, true, true], &known), [false, false, true]);
    }
}
