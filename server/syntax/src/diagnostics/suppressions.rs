//! Applies the comments that silence rules.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostics::common_rules::{UNKNOWN_RULE, UNUSED_ALLOW};
use crate::diagnostics::findings::Findings;
use crate::diagnostics::nearest::suggestion;
use crate::{
    Awaits, CheckNeeds, Diagnostic, Document, Edit, Settings, Span, SuppressionScope, Tag, common_rules, work,
};

/// The rules that comments silence, in document coordinates, and which of them were used. They are indexed by rule,
/// because a document can have tens of thousands of comments and of diagnostics.
pub(super) struct Allows {
    words: Vec<Word>,
    by_rule: FxHashMap<String, ForRule>,
}

struct Word {
    rule: String,
    span: Span,
    /// The comment. Words of one comment follow each other in `Allows`.
    comment: Span,
    used: bool,
}

/// The words that name one rule, by its code or its short name.
#[derive(Default)]
struct ForRule {
    whole_file: Vec<usize>,
    /// Sorted by the start of the covered span.
    within: Vec<Cover>,
}

struct Cover {
    span: Span,
    word: usize,
    /// The largest end of this span and all previous ones.
    reach: u32,
}

impl Allows {
    pub fn new(document: &Document) -> Self {
        let mut all = Self { words: Vec::new(), by_rule: FxHashMap::default() };
        for (start, chunk) in document.marked(CheckNeeds::SUPPRESSIONS) {
            for allow in &chunk.analysis().suppressions {
                for (rule, span) in &allow.rules {
                    let word = all.words.len();
                    let entry = all.by_rule.entry(rule.clone()).or_default();
                    match allow.scope {
                        SuppressionScope::File => entry.whole_file.push(word),
                        SuppressionScope::Within(span) => {
                            entry.within.push(Cover { span: span.shifted(start), word, reach: 0 });
                        }
                    }
                    all.words.push(Word {
                        rule: rule.clone(),
                        span: span.shifted(start),
                        comment: allow.span.shifted(start),
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

    /// Whether there are no comments that silence rules.
    pub fn is_empty(&self) -> bool {
        self.by_rule.is_empty()
    }

    /// Removes the diagnostics that a comment silences.
    pub fn silence(&mut self, findings: &mut Findings) {
        if self.by_rule.is_empty() {
            return;
        }
        let mut places: FxHashMap<&'static str, Vec<u32>> = FxHashMap::default();
        findings.retain(|finding| {
            let mut silent = false;
            for name in [finding.rule().code, finding.rule().short()] {
                if let Some(entry) = self.by_rule.get(name) {
                    work::add(1);
                    places.entry(name).or_default().push(finding.span.start);
                    silent |= entry.covers(finding.span.start);
                }
            }
            !silent
        });
        for (name, mut places) in places {
            places.sort_unstable();
            let Some(entry) = self.by_rule.get(name) else { continue };
            for word in &entry.whole_file {
                self.words[*word].used = true;
            }
            for cover in &entry.within {
                work::add(1);
                let next = places.partition_point(|at| *at < cover.span.start);
                self.words[cover.word].used |= places.get(next).is_some_and(|at| *at <= cover.span.end);
            }
        }
    }

    /// The diagnostics of comments that silenced nothing.
    pub fn leftovers(&self, document: &Document, settings: &Settings) -> Vec<Diagnostic> {
        let rules = || document.format().info().rules.iter().chain(common_rules::RULES).copied();
        let known = |word: &str| rules().find(|r| r.code == word || r.short() == word);
        // A comment may also name another rule that is used, switched off or misspelled.
        let needed = |word: &&Word| {
            word.used || known(&word.rule).is_none_or(|rule| settings.severity(rule).is_none())
        };
        let kept: FxHashSet<Span> = self.words.iter().filter(needed).map(|w| w.comment).collect();
        let said: FxHashSet<(Span, &str)> = self.words.iter().map(|w| (w.comment, w.rule.as_str())).collect();
        let mut out = Vec::new();
        for word in self.words.iter().filter(|w| !w.used) {
            let Some(rule) = known(&word.rule) else {
                let codes = rules().flat_map(|r| [r.code, r.short()]);
                let near = suggestion(&word.rule, codes, |code| said.contains(&(word.comment, code)));
                let message =
                    format!("unknown rule \"{}\" for {}", word.rule, document.format().info().title);
                out.push(UNKNOWN_RULE.at(word.span, message).nearest(word.span, near));
                continue;
            };
            if settings.severity(rule).is_none() {
                continue;
            }
            let message = format!("\"{}\" finds nothing here: remove the comment", word.rule);
            let finding =
                UNUSED_ALLOW.at(word.span, message).tagged(Tag::Unnecessary).awaiting(Awaits::After);
            out.push(if kept.contains(&word.comment) {
                finding.suggest(format!("remove \"{}\"", word.rule), vec![Edit::delete(word.span)])
            } else if self.says_more(document, word.comment) {
                finding.suggest("remove the comment", vec![Edit::delete(word.comment)])
            } else {
                finding.fix("remove the comment", vec![Edit::delete(word.comment)])
            });
        }
        out
    }

    /// Whether a comment has more words than the names of rules, for example a reason.
    fn says_more(&self, document: &Document, comment: Span) -> bool {
        let text = document.text().span(comment);
        let mut at = comment.start;
        let mut rest = String::new();
        let first = self.words.partition_point(|word| word.span.start < comment.start);
        for word in self.words[first..].iter().take_while(|word| word.span.end <= comment.end) {
            rest.push_str(
                Span { start: at - comment.start, end: word.span.start - comment.start }.text(&text),
            );
            at = word.span.end;
        }
        rest.push_str(Span { start: at - comment.start, end: comment.end - comment.start }.text(&text));
        let rest = rest.replacen("agmark", "", 1).replacen("allow-file", "", 1).replacen("allow", "", 1);
        rest.contains(char::is_alphanumeric)
    }
}

impl ForRule {
    /// Whether one of the words silences a diagnostic at `at`.
    fn covers(&self, at: u32) -> bool {
        let before = self.within.partition_point(|cover| cover.span.start <= at);
        // All of these start before it, so the largest end decides.
        let near = before.checked_sub(1).and_then(|last| self.within.get(last));
        !self.whole_file.is_empty() || near.is_some_and(|cover| cover.reach >= at)
    }
}
