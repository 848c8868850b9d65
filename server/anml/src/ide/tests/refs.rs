//! What refs mean in snapshots, their diffs and their scripts.

use std::fmt::Write as _;

use agmark_syntax::Location;
use expect_test::{Expect, expect};

use super::{own, workspace};

const PAGE: (&str, &str) = ("page.anml", "label \"Name\" for=#e1\ntextbox#e1 \"Name\"\nbutton#e2 \"Go\"\n");
const DIFF: (&str, &str) = (
    "page.diff.anml",
    "---\ntype: diff\nbase: page\n---\n* textbox#e1 \"Full name\"\n- button#e2\n+ button#e3 \"Send\" controls=#e1\n",
);
const SCRIPT: (&str, &str) = ("page.anmla", "fill #e1 \"Ann\"\nclick #e2\n");
const LATER: (&str, &str) = ("later.anmla", "# against: page.diff.anml\nfill #e1 \"Ann\"\nclick #e3\n");

/// Checks the definitions and uses of the ref `at` in `file`, among other files.
fn meaning(file: (&str, &str), at: &str, others: &[(&str, &str)], expect: &Expect) {
    let text = file.1.replacen(at, &format!("{}$0{}", &at[..1], &at[1..]), 1);
    let mut files = vec![(file.0, text.as_str())];
    files.extend(others);
    let (files, at) = workspace(&files);
    let document = own(&files);
    let mut out = String::new();
    match document.format().resolve(document, &files, at, agmark_syntax::WantedUses::Places) {
        None => out.push_str("not resolved"),
        Some(meaning) => {
            let mut list = |title: &str, places: &[Location]| {
                for place in places {
                    let name = place.path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
                    let _ = writeln!(out, "{title} {name} {}", place.span.start);
                }
            };
            list("defined", &meaning.definitions);
            list("used", &meaning.uses);
            for (name, _) in &meaning.taken {
                let _ = writeln!(out, "taken {name}");
            }
        }
    }
    expect.assert_eq(&out);
}

#[test]
fn a_ref_of_a_diff_is_that_of_the_base() {
    meaning(
        DIFF,
        "#e1",
        &[PAGE, SCRIPT, LATER],
        &expect![[r#"
        defined page.anml 29
        used later.anmla 32
        used page.anml 18
        used page.anmla 6
        used page.diff.anml 40
        used page.diff.anml 96
        taken e2
        taken e3
    "#]],
    );
}

#[test]
fn a_ref_of_the_base_is_used_by_its_diffs() {
    meaning(
        PAGE,
        "#e2",
        &[DIFF, SCRIPT, LATER],
        &expect![[r#"
        defined page.anml 46
        used page.anmla 22
        used page.diff.anml 64
        taken e1
        taken e3
    "#]],
    );
    meaning(
        SCRIPT,
        "#e1",
        &[PAGE, DIFF, LATER],
        &expect![[r#"
        defined page.anml 29
        used later.anmla 32
        used page.anml 18
        used page.anmla 6
        used page.diff.anml 40
        used page.diff.anml 96
        taken e2
        taken e3
    "#]],
    );
}

#[test]
fn what_a_diff_adds_is_its_own() {
    meaning(DIFF, "#e3", &[PAGE, SCRIPT, LATER], &expect!["not resolved"]);
    meaning(LATER, "#e3", &[PAGE, DIFF, SCRIPT], &expect!["not resolved"]);
}

#[test]
fn without_a_diff_the_analysis_is_enough() {
    meaning(PAGE, "#e2", &[SCRIPT], &expect!["not resolved"]);
    meaning(DIFF, "#e1", &[], &expect!["not resolved"]);
}
