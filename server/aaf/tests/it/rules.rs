//! Every rule finds something in each of its bad examples and nothing in its good ones.

use std::sync::Arc;

use crate::common;
use agmark_aaf::{Manifests, Pages, formats};
use agmark_syntax::AnyFormat;
use agmark_syntax::testing;

/// The findings of an example in its first file, with the files beside it. The first file is a page or, for
/// `manifest`, a manifest.
fn found(text: &str, manifest: bool) -> String {
    let first = if manifest { "example.agent-manifest.json" } else { "example.html" };
    let files = common::files(text, first);
    let document = files.own().expect("an example is of a format");
    testing::diagnostics_in(document, &files)
}

fn names(found: &str, code: &str) -> bool {
    found.lines().any(|line| line.split(' ').nth(2) == Some(code))
}

#[test]
fn every_rule_has_words_and_examples() {
    for format in formats() {
        for rule in format.info().rules {
            assert!(!rule.help.is_empty() && !rule.summary.is_empty(), "{} has no words", rule.code);
            assert!(!rule.bad.is_empty() && !rule.good.is_empty(), "{} has no examples", rule.code);
        }
    }
}

fn examples(format: Arc<dyn AnyFormat>, manifest: bool) {
    for rule in format.info().rules {
        // A page that is only a manifest is read as one, unless its first letters are missing.
        for bad in rule.bad {
            let found = found(bad, manifest || bad.starts_with('{'));
            assert!(names(&found, rule.code), "{} finds nothing in:\n{bad}\nbut:\n{found}", rule.code);
        }
        for good in rule.good {
            let found = found(good, manifest || good.starts_with('{'));
            assert!(!names(&found, rule.code), "{} finds something in:\n{good}\n{found}", rule.code);
        }
    }
}

#[test]
fn examples_of_pages() {
    examples(Arc::new(Pages), false);
}

#[test]
fn examples_of_manifests() {
    examples(Arc::new(Manifests), true);
}
