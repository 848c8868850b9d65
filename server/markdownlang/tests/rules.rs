//! Each rule's examples are its tests.

use std::sync::Arc;

use agmark_markdownlang::Markdownlang;
use agmark_syntax::testing;

#[test]
fn examples() {
    testing::check_examples(Arc::new(Markdownlang));
}

/// What is shown as mended has no finding at all, but for hints.
#[test]
fn mended_examples_are_clean() {
    for rule in agmark_markdownlang::rules::RULES {
        for good in rule.good {
            let found = testing::diagnostics(Arc::new(Markdownlang), good);
            assert_eq!(found, "", "{}:\n{good}", rule.code);
        }
    }
}
