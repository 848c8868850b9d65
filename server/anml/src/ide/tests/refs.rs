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

fn meaning(files: &[(&str, &str)], expect: &Expect) {
    let (files, at) = workspace(files);
    let document = own(&files);
    let mut out = String::new();
    match document.format().resolve(document, &files, at) {
        None => out.push_str("as the analysis say\n"),
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

fn with_cursor(file: (&'static str, &str), before: &str) -> (&'static str, String) {
    (file.0, file.1.replacen(before, &format!("{}$0{}", &before[..1], &before[1..]), 1))
}

#[test]
fn a_ref_of_a_diff_is_that_of_the_base() {
    let (name, text) = with_cursor(DIFF, "#e1");
    meaning(
        &[(name, &text), PAGE, SCRIPT, LATER],
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
    let (name, text) = with_cursor(PAGE, "#e2");
    meaning(
        &[(name, &text), DIFF, SCRIPT, LATER],
        &expect![[r#"
        defined page.anml 46
        used page.anmla 22
        used page.diff.anml 64
        taken e1
        taken e3
    "#]],
    );
    let (name, text) = with_cursor(SCRIPT, "#e1");
    meaning(
        &[(name, &text), PAGE, DIFF, LATER],
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
    let (name, text) = with_cursor(DIFF, "#e3");
    meaning(
        &[(name, &text), PAGE, SCRIPT, LATER],
        &expect![[r#"
        as the analysis say
    "#]],
    );
    let (name, text) = with_cursor(LATER, "#e3");
    meaning(
        &[(name, &text), PAGE, DIFF, SCRIPT],
        &expect![[r#"
        as the analysis say
    "#]],
    );
}

#[test]
fn without_a_diff_the_facts_say_all() {
    let (name, text) = with_cursor(PAGE, "#e2");
    meaning(
        &[(name, &text), SCRIPT],
        &expect![[r#"
        as the analysis say
    "#]],
    );
    let (name, text) = with_cursor(DIFF, "#e1");
    meaning(
        &[(name, &text)],
        &expect![[r#"
        as the analysis say
    "#]],
    );
}
