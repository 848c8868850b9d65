//! What a person is typing, and which diagnostics wait until the person pauses.
//!
//! Unfinished text is nearly always invalid. A diagnostic waits for a short pause if it is new since the person
//! started to type and touches a typed line, or the line before or after it, because a parser often reports a missing
//! part there. While one waits, new diagnostics on other lines wait too, because they may be caused by the unfinished
//! text. All other diagnostics are shown at once, and resolved ones disappear at once.
//!
//! After a short pause all are shown, except those that the person is about to resolve: a new diagnostic in text that
//! was written since the last long pause and that further text could resolve ([`Diagnostic::awaits`]) waits for a long
//! pause while the last change is there. The same applies to one at the end of a word that is the start of a valid
//! word.

pub mod before_typing;
mod known;
mod typed_spans;

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use agmark_syntax::{Document, Finding, Findings, Span, Splice, Text};

pub use known::{KnownDiagnostics, without};
use typed_spans::TypedSpans;

/// Checks the current and earlier versions of a document.
pub trait TypingContext {
    fn findings(&self, document: &Document) -> Findings;

    /// Whether the word before `offset` is the start of a completion in `document`, or in the current document if
    /// `None`.
    fn is_unfinished_word(&self, document: Option<&Document>, offset: usize) -> bool;
}

/// The length of a pause in typing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// Between two lines: [`agmark_syntax::Settings::typing_delay`].
    Short,
    /// The person reads, or has saved the document.
    Long,
}

/// The phase of a typing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Typing,
    /// After a short pause.
    Paused,
    Over,
}

/// A typing: changes of one document without a pause.
#[derive(Clone)]
pub struct Typing {
    /// The number of the last change.
    pub number: u64,
    /// The typed spans.
    places: TypedSpans,
    writing: Writing,
    start: Arc<Start>,
    held: Arc<Held>,
}

/// Where the person writes, across short pauses.
#[derive(Clone, Default)]
struct Writing {
    /// The spans written since the last long pause.
    begun: TypedSpans,
    change: u64,
    /// The spans written by the last change, with all edits of its message.
    last: TypedSpans,
    /// Whether the last change wrote several lines. Pasted lines are not unfinished.
    pasted: bool,
}

/// Whether diagnostics were requested and not all were shown.
#[derive(Default)]
struct Held {
    until_short: AtomicBool,
    until_long: AtomicBool,
}

/// The start of a typing.
struct Start {
    source: Mutex<Source>,
    /// The diagnostics that were shown when the typing started. Computed when first needed.
    known: OnceLock<KnownDiagnostics>,
    /// Whether the text had a format.
    had_format: bool,
    paused: AtomicBool,
    over: AtomicBool,
}

#[derive(Clone, Default)]
struct Source {
    document: Option<Document>,
    /// The previous typing, if it did not end with a long pause, because some diagnostics may have waited.
    before: Option<Before>,
}

#[derive(Clone)]
struct Before {
    start: Arc<Start>,
    writing: Writing,
}

impl Typing {
    /// A typing that starts in `document`, whose diagnostics were all shown.
    pub fn new(document: Option<Document>) -> Self {
        Self::starting(Source { document, before: None })
    }

    fn starting(source: Source) -> Self {
        let start = Start {
            had_format: source.document.is_some(),
            source: Mutex::new(source),
            known: OnceLock::new(),
            paused: AtomicBool::new(false),
            over: AtomicBool::new(false),
        };
        Self {
            number: 0,
            places: TypedSpans::default(),
            writing: Writing::default(),
            start: Arc::new(start),
            held: Arc::default(),
        }
    }

    /// The typing of the next change of `document`: a new one after a pause.
    pub fn going_on(self, document: Option<&Document>) -> Self {
        match self.start.phase() {
            Phase::Typing => self,
            Phase::Paused => {
                // If no diagnostics were requested, none were shown.
                let known = self.start.known.get().is_some();
                let before = if known { None } else { self.start.source().before };
                let start = before.map_or(self.start, |before| before.start);
                let before = Some(Before { start, writing: self.writing.clone() });
                let next = Self::starting(Source { document: document.cloned(), before });
                Self { writing: self.writing, ..next }
            }
            Phase::Over => Self::new(document.cloned()),
        }
    }

    /// Adds an edit. All edits of one message have the same `change`.
    pub fn note(&mut self, change: u64, splice: &Splice) {
        self.held = Arc::default();
        self.places.note(splice);
        self.writing.note(change, splice);
    }

    /// The start of the last change.
    pub fn last_change(&self) -> Option<usize> {
        self.writing.last.iter().next().map(|span| span.start as usize)
    }

    pub fn is_typing(&self) -> bool {
        self.start.phase() == Phase::Typing
    }

    pub fn is_paused(&self) -> bool {
        self.start.phase() == Phase::Paused
    }

    /// Ends the typing, also for running questions. Returns whether diagnostics were requested that are shown only
    /// now.
    pub fn stop(&self, pause: Pause) -> bool {
        match pause {
            Pause::Short => {
                self.start.paused.store(true, Ordering::SeqCst);
                self.held.until_short.load(Ordering::SeqCst)
            }
            Pause::Long => {
                self.start.over.store(true, Ordering::SeqCst);
                self.held.until_short.load(Ordering::SeqCst) || self.held.until_long.load(Ordering::SeqCst)
            }
        }
    }

    /// Whether the text had a format when the typing started. The diagnostic that it has none now waits too.
    pub fn waits_for_format(&self) -> bool {
        let had = self.start.had_format;
        if had {
            self.held.until_short.store(true, Ordering::SeqCst);
        }
        // If the pause has ended meanwhile, no later message shows the rest.
        had && self.is_typing()
    }

    /// The diagnostics of a document that do not wait.
    pub fn shown(&self, text: &Text, findings: Findings, look: &dyn TypingContext) -> Findings {
        if self.start.phase() == Phase::Over {
            return findings;
        }
        let places: Vec<_> = self.places.iter().map(|place| with_lines_around(text, place)).collect();
        let typed = |finding: Finding<'_>| {
            let (start, end) = (finding.span.start as usize, finding.span.end as usize);
            places.iter().any(|place| place.start <= end && start < place.end)
        };
        let typed: Vec<bool> = findings.iter().map(typed).collect();
        let new = self.start.known(look).new_ones(&findings, &typed);
        let touched = new.iter().zip(&typed).any(|(new, typed)| *new && *typed);
        let unfinished = self.writing.unfinished(text, &findings, &new);
        // Unfinished words are on typed lines.
        let words = OnceCell::new();
        let with_words = || {
            let is_unfinished_word = |at| look.is_unfinished_word(None, at);
            words.get_or_init(|| self.writing.with_words(text, &findings, &new, &is_unfinished_word))
        };
        loop {
            let phase = self.start.phase();
            let (waiting, held) = match phase {
                Phase::Typing if touched => (&new, &self.held.until_short),
                Phase::Typing => (&unfinished, &self.held.until_short),
                Phase::Paused => (with_words(), &self.held.until_long),
                Phase::Over => return findings,
            };
            held.store(waiting.contains(&true), Ordering::SeqCst);
            // If the pause has ended meanwhile, no later message shows the rest.
            if self.start.phase() == phase {
                return without(findings, waiting);
            }
        }
    }
}

impl Writing {
    fn note(&mut self, change: u64, splice: &Splice) {
        if self.change != change {
            (self.change, self.last, self.pasted) = (change, TypedSpans::default(), false);
        }
        self.begun.note(splice);
        self.last.note(splice);
        self.pasted |= splice.text.lines().filter(|line| !line.trim().is_empty()).take(2).count() == 2;
    }

    /// Which new diagnostics are about text that the person is about to write.
    fn unfinished(&self, text: &Text, findings: &Findings, new: &[bool]) -> Vec<bool> {
        let waits = |finding: Finding<'_>| {
            let Some(awaited) = finding.awaited() else { return false };
            let within = |places: &TypedSpans| places.iter().any(|place| place.meets(finding.span));
            self.last.meet(text, awaited) && within(&self.begun) && !(self.pasted && within(&self.last))
        };
        findings.iter().zip(new).map(|(finding, new)| *new && waits(finding)).collect()
    }

    /// Like [`Self::unfinished`], with the diagnostics at the end of an unfinished word.
    fn with_words(
        &self,
        text: &Text,
        findings: &Findings,
        new: &[bool],
        is_unfinished_word: &dyn Fn(usize) -> bool,
    ) -> Vec<bool> {
        let mut waiting = self.unfinished(text, findings, new);
        if self.pasted {
            return waiting;
        }
        for end in self.last.iter().map(|place| place.end as usize) {
            let here = findings.iter().zip(new).map(|(finding, new)| *new && finding.span.touches(end));
            let here: Vec<bool> = here.zip(&waiting).map(|(here, waits)| here && !waits).collect();
            if here.contains(&true) && is_unfinished_word(end) {
                waiting.iter_mut().zip(here).for_each(|(waits, here)| *waits |= here);
            }
        }
        waiting
    }
}

impl Start {
    fn phase(&self) -> Phase {
        if self.over.load(Ordering::SeqCst) {
            Phase::Over
        } else if self.paused.load(Ordering::SeqCst) {
            Phase::Paused
        } else {
            Phase::Typing
        }
    }

    fn source(&self) -> Source {
        self.source.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The diagnostics that were shown when the typing started.
    fn known(&self, look: &dyn TypingContext) -> &KnownDiagnostics {
        self.known.get_or_init(|| {
            // The source is not needed any more.
            let source = std::mem::take(&mut *self.source.lock().unwrap_or_else(PoisonError::into_inner));
            let Some(document) = source.document else { return KnownDiagnostics::default() };
            let findings = look.findings(&document);
            let Some(before) = source.before else { return KnownDiagnostics::of(&findings) };
            let new = before.start.known(look).new_ones(&findings, &vec![false; findings.len()]);
            let is_unfinished_word = |at| look.is_unfinished_word(Some(&document), at);
            let waiting = before.writing.with_words(document.text(), &findings, &new, &is_unfinished_word);
            KnownDiagnostics::of(&without(findings, &waiting))
        })
    }
}

/// The lines of a place, with the line before and the line after it. A text of thousands of diagnostics has few places,
/// so their lines are looked up, not those of the diagnostics.
fn with_lines_around(text: &Text, place: Span) -> Range<usize> {
    let line = |at: u32| text.line_of((at as usize).min(text.len()));
    let (first, next) = (line(place.start).saturating_sub(1), line(place.end) + 2);
    let end = if next < text.line_count() { text.line_start(next) } else { usize::MAX };
    text.line_start(first)..end
}

#[cfg(test)]
mod tests;
