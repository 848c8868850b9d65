//! What is fixed unasked loses nothing that a person wrote, and what editors prefer is a typo.
//!
//! `AGMARK_FIXES=20000` tries that many documents a format.

use std::collections::BTreeMap;
use std::sync::Arc;

use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::world::{EmptyWorld, Settings};
use agmark_syntax::{AnyFormat, Applicability, Diagnostic, Document, Edit, Fix, Severity, Span, fixing};

use crate::formats;
use crate::generate::Generator;

/// How many random documents of a format are tried unless told otherwise.
pub const DOCUMENTS: usize = 400;

/// As `check --fix` has it.
const ROUNDS: usize = 16;

/// Rules whose automatic fix removes words: what these say is said elsewhere, or says nothing any more.
const REDUNDANT: &[&str] = &["anml/repeated-state", "agmark/unused-allow", "anml/redundant-level"];

/// Goes through the examples of a format as they are, and through changed ones.
pub fn check(name: &str) {
    let count = std::env::var("AGMARK_FIXES").ok().and_then(|n| n.parse().ok()).unwrap_or(DOCUMENTS);
    for format in formats::named(name) {
        let files = formats::examples(format.info().name).into_iter().map(|(_, text)| text);
        let examples: Vec<String> = files.chain(formats::rule_examples(&*format)).collect();
        let mut generator = Generator::new(&examples, 14);
        let random = std::iter::repeat_with(|| generator.next()).take(count);
        for text in examples.iter().cloned().chain(random) {
            fix_all(&format, &text);
            preferred(&format, &text);
        }
    }
}

pub fn found(document: &Document) -> Vec<Diagnostic> {
    let mut settings = Settings::default();
    for code in document.format().info().off_by_default {
        settings.set(code, None);
    }
    let mut found = diagnose(document, &EmptyWorld, &settings);
    document.format().add_fixes(document, &EmptyWorld, &mut found);
    found
}

/// Fixes until nothing changes any more, and compares the end with the beginning.
fn fix_all(format: &Arc<dyn AnyFormat>, text: &str) {
    let mut document = Document::new(Arc::clone(format), text);
    let mut left = found(&document);
    let errors = count_errors(&left);
    let mut allowed = BTreeMap::new();
    let mut texts = vec![text.to_owned()];
    let mut rules = Vec::new();
    for _ in 0..ROUNDS {
        let chosen = fixing::automatic(&document, &left);
        if chosen.findings == 0 {
            break;
        }
        let now = texts.last().cloned().unwrap_or_default();
        for finding in left.iter().filter(|finding| finding.automatic().is_some()) {
            rules.push(finding.rule.code);
            if REDUNDANT.contains(&finding.rule.code) {
                let edits = finding.automatic().map(|fix| fix.edits.as_slice()).unwrap_or_default();
                edits.iter().for_each(|edit| add(&mut allowed, edit.span.text(&now)));
            }
        }
        let fixed = Edit::apply(&now, &chosen.edits);
        assert!(!texts.contains(&fixed), "fixes of {rules:?} go round in {text:?}: {texts:#?}");
        document = Document::new(Arc::clone(format), &fixed);
        left = found(&document);
        texts.push(fixed);
    }
    let fixed = texts.last().cloned().unwrap_or_default();
    if fixed == text {
        return;
    }
    rules.sort_unstable();
    rules.dedup();
    let what = format!("fixes of {rules:?} make\n{fixed}\nof\n{text}\n{text:?}\n");
    assert_eq!(fixing::automatic(&document, &left).findings, 0, "{what}and it goes on");
    for (word, count) in words(text) {
        let kept = words(&fixed).get(&word).copied().unwrap_or(0);
        let gone = allowed.get(&word).copied().unwrap_or(0);
        // An escape takes its letter to the word after it.
        let escaped = rules.contains(&"anml/bad-escape") && fixed.to_lowercase().contains(&word);
        assert!(kept + gone >= count || escaped, "{what}and lose {word:?}");
    }
    let now = count_errors(&left);
    assert!(now <= errors, "{what}and bring errors, {errors} before, now {now}: {left:#?}");
}

/// Each fix that an editor may apply unasked, and no other.
fn preferred(format: &Arc<dyn AnyFormat>, text: &str) {
    let document = Document::new(Arc::clone(format), text);
    let all = found(&document);
    for finding in &all {
        for fix in finding.fixes.iter().filter(|fix| fix.applicability() == Applicability::Likely) {
            typo(finding, fix, text);
            let fixed = Document::new(Arc::clone(format), &Edit::apply(text, &fix.edits));
            // What was not read before may have mistakes of its own; the word itself must not stand there twice.
            for edit in &fix.edits {
                let here = Span::new(edit.span.start as usize, edit.span.start as usize + edit.text.len());
                assert!(!is_twice(&found(&fixed), here), "{} gives it twice in {text:?}", fix.title);
            }
        }
        let preferred = finding.preferred().map(Fix::applicability);
        assert_ne!(preferred, Some(Applicability::Offered), "{}", finding.message);
    }
}

/// Fails unless a fix replaces one word by another one that is one slip away.
fn typo(finding: &Diagnostic, fix: &Fix, text: &str) {
    let [edit] = fix.edits.as_slice() else { panic!("a typo is one edit: {fix:?}") };
    let (a, b): (Vec<char>, Vec<char>) =
        (edit.span.text(text).chars().collect(), edit.text.chars().collect());
    let what = format!("{} {} in {text:?}", finding.rule.code, fix.title);
    assert_eq!(a.first(), b.first(), "{what}");
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let rests = (&a[same..], &b[same..]);
    let one = match rests {
        ([_, x @ ..], [_, y @ ..]) if x == y => true,
        ([_, x @ ..], y) if x == y => true,
        (x, [_, y @ ..]) if x == y => true,
        ([p, q, x @ ..], [r, s, y @ ..]) => (p, q) == (s, r) && x == y,
        _ => false,
    };
    assert!(one, "{what}: more than one edit");
}

fn count_errors(found: &[Diagnostic]) -> usize {
    found.iter().filter(|finding| finding.severity == Severity::Error).count()
}

fn is_twice(found: &[Diagnostic], here: Span) -> bool {
    let twice = |rule: &str| ["duplicate", "repeated", "second"].iter().any(|word| rule.contains(word));
    found.iter().any(|finding| twice(finding.rule.short()) && here.covers(finding.span))
}

/// How often each word stands in a text. A name's letters may change their case.
fn words(text: &str) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    add(&mut all, text);
    all
}

fn add(all: &mut BTreeMap<String, usize>, text: &str) {
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        *all.entry(word.to_lowercase()).or_default() += 1;
    }
}

/// How the fixes of a rule's findings are applied in a text; a rule that offers none gives nothing.
fn applied(format: &str, text: &str, rule: &str) -> Vec<Applicability> {
    let formats = formats::named(format);
    let found = formats.iter().flat_map(|format| found(&Document::new(Arc::clone(format), text)));
    let of_rule: Vec<Diagnostic> = found.filter(|finding| finding.rule.code == rule).collect();
    let mut all: Vec<_> = of_rule.iter().flat_map(|finding| &finding.fixes).map(Fix::applicability).collect();
    all.dedup();
    all
}

/// A text, a rule that reports it, and how its fixes are applied.
pub type Case<'a> = (&'a str, &'a str, &'a [Applicability]);

/// A fix is automatic only where it keeps everything: checks how the fixes of a format's rules are applied.
pub fn check_cases(format: &str, cases: &[Case<'_>]) {
    for (text, rule, expected) in cases {
        assert_eq!(applied(format, text, rule), *expected, "{rule} in\n{text}");
    }
}
