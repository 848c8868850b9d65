//! Each rule's examples are its tests.

use std::sync::Arc;

use agmark_markdownlang::Markdownlang;
use agmark_syntax::{Format, testing};

#[test]
fn examples() {
    testing::check_examples(Arc::new(Markdownlang));
}

/// The fixed examples have no findings, but for hints.
#[test]
fn fixed_examples_are_clean() {
    for rule in <Markdownlang as Format>::INFO.rules {
        for good in rule.good {
            let format: Arc<dyn agmark_syntax::AnyFormat> = Arc::new(Markdownlang);
            let files = testing::Files::example(&format, good);
            let found =
                files.own().map(|document| testing::diagnostics_in(document, &files)).unwrap_or_default();
            let wrong: Vec<&str> = found.lines().filter(|line| !line.contains(" hint ")).collect();
            assert!(wrong.is_empty(), "{}:\n{good}{wrong:?}", rule.code);
        }
    }
}
