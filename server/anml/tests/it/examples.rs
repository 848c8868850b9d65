//! Each rule finds something in its bad examples, and nothing in its good ones.

use std::sync::Arc;

use agmark_anml::Anml;
use agmark_syntax::{AnyFormat, Format, Severity, testing};

#[test]
fn rules_keep_what_their_words_say() {
    testing::check_examples(Arc::new(Anml));
}

/// The fixed examples of rules have no errors.
#[test]
fn good_examples_are_good() {
    for rule in Anml::INFO.rules {
        for good in rule.good {
            let format: Arc<dyn AnyFormat> = Arc::new(Anml);
            let files = testing::Files::example(&format, good);
            let found = testing::diagnostics_in(files.own().expect("a document"), &files);
            let bad = |word: &str| found.lines().any(|l| l.split(' ').nth(1) == Some(word));
            assert!(!bad(Severity::Error.word()), "{}: {good}\n{found}", rule.code);
        }
    }
}

#[test]
fn codes_are_the_format_s_own_and_in_order() {
    let codes: Vec<_> = Anml::INFO.rules.iter().map(|r| r.code).collect();
    assert!(codes.iter().all(|c| c.starts_with("anml/")), "{codes:?}");
    assert!(codes.is_sorted(), "{codes:?}");
}

#[test]
fn the_highlighting_query_compiles() {
    assert!(agmark_syntax::highlight::Highlighter::new(&Anml).is_sound());
}

#[test]
fn rules_of_scripts_find_what_they_say() {
    testing::check_examples_among(&[Arc::new(agmark_anml::Script), Arc::new(Anml)]);
}

#[test]
fn names_of_scripts_are_those_of_the_snapshot() {
    let text = "# against: page.anml\n\nclick #e1 -- and #e2\nfill #e3 \"#e4\"\n#e5\n";
    let format: Arc<dyn agmark_syntax::AnyFormat> = Arc::new(agmark_anml::Script);
    expect_test::expect![[r##"
        3:8-3:10 ref ref e1 Other("page.anml")
        4:7-4:9 ref ref e3 Other("page.anml")
        5:2-5:4 ref ref e5 Other("page.anml")
        1:12-1:21 link File page.anml
        click #e1  Event 3-3
        fill #e3 "#e4"  Event 4-4
        #e5  Event 5-5
    "##]]
    .assert_eq(&(testing::names(Arc::clone(&format), text) + &testing::symbols(format, text)));
}
