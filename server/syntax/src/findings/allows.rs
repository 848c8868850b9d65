//! The comments that silence rules, in document coordinates.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::general::{UNKNOWN_RULE, UNUSED_ALLOW};
use crate::nearest::nearest;
use crate::{AllowScope, Chunk, Diagnostic, Document, Edit, Rule, Settings, Span, Tag, general, work};

/// The words of all comments, and which of them silenced something. A document may have tens of thousands of
/// both comments and findings: neither is looked through for the other.
pub(super) struct Allows {
    words: Vec<Word>,
    by_rule: FxHashMap<String, ForRule>,
}

struct Word {
    rule: String,
    span: Span,
    /// The comment: its words stand side by side in `Allows`.
    comment: Span,
    used: bool,
}

/// The words that name one rule, in one way.
#[derive(Default)]
struct ForRule {
    whole_file: Vec<usize>,
    /// What each word covers.
    within: Vec<(Span, usize)>,
    /// What all of them cover together: in order, and none touches the next.
    covered: Vec<Span>,
    /// Where findings were silenced. The words that cover them are looked for once, at the end.
    silenced: Vec<u32>,
}

impl Allows {
    pub fn new(chunks: &[(usize, &Arc<Chunk>)]) -> Self {
        let mut all = Self { words: Vec::new(), by_rule: FxHashMap::default() };
        for (start, chunk) in chunks {
            for allow in &chunk.facts().allows {
                for (rule, span) in &allow.rules {
                    let word = all.words.len();
                    let entry = all.by_rule.entry(rule.clone()).or_default();
                    match allow.scope {
                        AllowScope::File => entry.whole_file.push(word),
                        AllowScope::Within(span) => {
                            entry.within.push((span.shifted(*start), word));
                        }
                    }
                    all.words.push(Word {
                        rule: rule.clone(),
                        span: span.shifted(*start),
                        comment: allow.span.shifted(*start),
                        used: false,
                    });
                }
            }
        }
        all.by_rule.values_mut().for_each(ForRule::join);
        all
    }

    /// Whether a comment silences the finding.
    pub fn silence(&mut self, finding: &Diagnostic) -> bool {
        let at = finding.span.start;
        let mut silent = false;
        for name in [finding.rule.code, finding.rule.short()] {
            let Some(entry) = self.by_rule.get_mut(name) else { continue };
            work::add(1);
            if !entry.whole_file.is_empty() || entry.covers(at) {
                entry.silenced.push(at);
                silent = true;
            }
        }
        silent
    }

    /// Finds out which words silenced something.
    fn settle(&mut self) {
        for entry in self.by_rule.values_mut().filter(|entry| !entry.silenced.is_empty()) {
            entry.silenced.sort_unstable();
            let used = entry.within.iter().filter(|(span, _)| {
                work::add(1);
                let first = entry.silenced.partition_point(|at| *at < span.start);
                entry.silenced.get(first).is_some_and(|at| span.touches(*at as usize))
            });
            for word in used.map(|(_, word)| word).chain(&entry.whole_file) {
                if let Some(word) = self.words.get_mut(*word) {
                    word.used = true;
                }
            }
        }
    }

    /// What is to be said of comments that silenced nothing.
    pub fn leftovers(mut self, document: &Document, settings: &Settings) -> Vec<Diagnostic> {
        self.settle();
        let rules = || document.format().rules().iter().chain(general::RULES).copied();
        let useful: FxHashSet<Span> = self.words.iter().filter(|w| w.used).map(|w| w.comment).collect();
        let mut out = Vec::new();
        for word in self.words.iter().filter(|w| !w.used) {
            let rule: Option<&Rule> = rules().find(|r| r.code == word.rule || r.short() == word.rule);
            let Some(rule) = rule else {
                let near = nearest(&word.rule, rules().flat_map(|r| [r.code, r.short()]));
                let message = format!("there is no rule \"{}\" for {}", word.rule, document.format().title());
                out.push(UNKNOWN_RULE.at(word.span, message).nearest(word.span, near));
                continue;
            };
            if settings.severity(rule).is_none() {
                continue;
            }
            let message = format!("\"{}\" finds nothing here: the comment can go", word.rule);
            let finding = UNUSED_ALLOW.at(word.span, message).tagged(Tag::Unnecessary);
            out.push(if useful.contains(&word.comment) {
                finding.suggest(format!("remove \"{}\"", word.rule), vec![Edit::delete(word.span)])
            } else {
                finding.fix("remove the comment", vec![Edit::delete(word.comment)])
            });
        }
        out
    }
}

impl ForRule {
    /// Joins what the words cover.
    fn join(&mut self) {
        let mut spans: Vec<Span> = self.within.iter().map(|(span, _)| *span).collect();
        spans.sort_unstable();
        for span in spans {
            work::add(1);
            match self.covered.last_mut().filter(|last| last.end >= span.start) {
                Some(last) => last.end = last.end.max(span.end),
                None => self.covered.push(span),
            }
        }
    }

    fn covers(&self, at: u32) -> bool {
        let after = self.covered.partition_point(|span| span.start <= at);
        after.checked_sub(1).and_then(|last| self.covered.get(last)).is_some_and(|span| at <= span.end)
    }
}
