//! Completions.

mod headers;
mod values;

use agmark_syntax::{Completion, Edit};
use expect_test::Expect;

use super::Case;

const DOCS: (&str, &str) = (
    "docs.garyml",
    ".Documentation\n  .Section title: Releases\n    .tag: \"Tags a commit\"\n      name: \"of the tag\"\n      sign: true\n",
);

fn offers(case: &Case) -> Vec<Completion> {
    case.format().completions(case.document(), &case.files, case.offset)
}

/// At most eight completions, and the line with the first one.
fn check(text: &str, expect: Expect) {
    let case = Case::new(text, &[DOCS, ("notes.md", "x"), ("src/main.go", "x"), ("src/a b.go", "x")]);
    let all = offers(&case);
    let mut out = String::new();
    for offer in all.iter().take(8) {
        out.push_str(&format!("{} ({})\n", offer.label, offer.detail));
    }
    if all.len() > 8 {
        out.push_str(&format!("… {} in all\n", all.len()));
    }
    if let Some(first) = all.first() {
        let after = Edit::apply(&case.text, std::slice::from_ref(&first.edit));
        let line = after[..first.edit.span.start as usize].matches('\n').count();
        out.push_str("→ ");
        out.push_str(&after.lines().skip(line).collect::<Vec<_>>().join("\n  "));
        out.push('\n');
    }
    expect.assert_eq(&out);
}

/// The labels of the completions.
fn labels(text: &str) -> Vec<String> {
    offers(&Case::new(text, &[DOCS])).into_iter().map(|offer| offer.label).collect()
}
