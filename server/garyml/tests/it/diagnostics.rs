//! The diagnostics of documents.

mod diffs;
mod headers;
mod layout;
mod names;
mod other_formats;
mod suppression;

use agmark_syntax::testing::{Files, diagnostics, diagnostics_in};
use expect_test::Expect;

/// Checks the diagnostics of a document.
fn check(text: &str, expect: Expect) {
    expect.assert_eq(&diagnostics(agmark_garyml::format(), text));
}

/// The diagnostics of `task.garyml`, which has this text, among other files.
fn diagnostics_among(text: &str, others: &[(&str, &str)]) -> String {
    let mut files = vec![("task.garyml", text)];
    files.extend(others);
    let files = Files::new(&files, &|path| path.ends_with(".garyml").then(agmark_garyml::format));
    diagnostics_in(files.own().expect("a document"), &files)
}
