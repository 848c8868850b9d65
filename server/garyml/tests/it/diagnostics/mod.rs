//! The diagnostics of documents.

mod diffs;
mod headers;
mod layout;
mod names;
mod other_formats;
mod suppression;

use agmark_syntax::testing::diagnostics;
use expect_test::Expect;

/// Checks the diagnostics of a document.
fn check(text: &str, expect: Expect) {
    expect.assert_eq(&diagnostics(agmark_garyml::format(), text));
}
