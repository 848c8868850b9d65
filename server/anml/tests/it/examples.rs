//! Each rule finds something in its bad examples, and nothing in its good ones.

use std::sync::Arc;

use agmark_anml::Anml;
use agmark_syntax::{Format, Severity, testing};

#[test]
fn rules_keep_what_their_words_say() {
    testing::check_examples(Arc::new(Anml));
}

/// What a rule's page shows as mended has no error at all.
#[test]
fn good_examples_are_good() {
    for rule in Anml.rules() {
        for good in rule.good {
            let found = testing::diagnostics(Arc::new(Anml), good);
            let bad = |word: &str| found.lines().any(|l| l.split(' ').nth(1) == Some(word));
            assert!(!bad(Severity::Error.word()), "{}: {good}\n{found}", rule.code);
        }
    }
}

#[test]
fn codes_are_the_format_s_own_and_in_order() {
    let codes: Vec<_> = Anml.rules().iter().map(|r| r.code).collect();
    assert!(codes.iter().all(|c| c.starts_with("anml/")), "{codes:?}");
    assert!(codes.is_sorted(), "{codes:?}");
}

#[test]
fn the_highlighting_query_compiles() {
    assert!(agmark_syntax::highlight::Highlighter::new(&Anml).is_sound());
}
