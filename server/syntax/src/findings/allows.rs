//! The comments that silence rules, in document coordinates.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::general::{UNKNOWN_RULE, UNUSED_ALLOW};
use crate::nearest::nearest;
use crate::{AllowScope, Chunk, Diagnostic, Document, Edit, Rule, Settings, Span, Tag, general};

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
    /// By the start of what they cover.
    within: Vec<Cover>,
}

struct Cover {
    span: Span,
    word: usize,
    /// The furthest end of this one and all before it.
    reach: u32,
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
                            entry.within.push(Cover { span: span.shifted(*start), word, reach: 0 });
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
        for entry in all.by_rule.values_mut() {
            entry.within.sort_by_key(|cover| cover.span);
            let mut reach = 0;
            for cover in &mut entry.within {
                reach = reach.max(cover.span.end);
                cover.reach = reach;
            }
        }
        all
    }

    /// Whether a comment silences the finding.
    pub fn silence(&mut self, finding: &Diagnostic) -> bool {
        let at = finding.span.start;
        let mut silent = false;
        for name in [finding.rule.code, finding.rule.short()] {
            let Some(entry) = self.by_rule.get(name) else { continue };
            let before = entry.within.partition_point(|cover| cover.span.start <= at);
            let near = entry.within[..before].iter().rev().take_while(|cover| cover.reach >= at);
            let here = near.filter(|cover| cover.span.touches(at as usize)).map(|cover| cover.word);
            for word in entry.whole_file.iter().copied().chain(here) {
                self.words[word].used = true;
                silent = true;
            }
        }
        silent
    }

    /// What is to be said of comments that silenced nothing.
    pub fn leftovers(&self, document: &Document, settings: &Settings) -> Vec<Diagnostic> {
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
