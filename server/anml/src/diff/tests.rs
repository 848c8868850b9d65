//! Diffs, applied and read.

mod properties;

use std::sync::Arc;

use agmark_syntax::testing;
use expect_test::{Expect, expect};

use super::diff;
use super::patch::patch;
use crate::{Anml, canonical};

fn check(old: &str, new: &str, expect: &Expect) {
    let diff = diff(old, new, "old.anml").expect("sound snapshots");
    expect.assert_eq(&diff.text);
    assert_eq!(patch(old, &diff.text).expect("a diff that fits"), canonical(new));
    assert_eq!(canonical(&diff.text), diff.text);
    assert_eq!(testing::diagnostics(Arc::new(Anml), &diff.text), "");
}

fn refused(base: &str, diff: &str, expect: &Expect) {
    let error = patch(base, diff).expect_err("it does not fit");
    let line = error.line().map_or(String::new(), |line| format!("{line}: "));
    expect.assert_eq(&format!("{:?}: {line}{error}\n", error.side));
}

const SHOP: &str = "\
---
url: https://shop.example/
title: Shop
---
nav
  link#e1 \"Home\" href=/
  link#e2 \"Cart\" href=/cart
main
  h1 \"Tea\"
  form \"Order\"
    spinbutton#e3 \"How much\" value=1
    button#e4 \"Buy\" [disabled]
  table \"Prices\"
    | Kind  | Price |
    | Green | 4     |
    | Black | 3     |
  p \"Fresh.\"
    > Leaves of this year.
  ~ 3 reviews
";

#[test]
fn nothing_changed() {
    let diff = diff(SHOP, SHOP, "a").expect("a sound snapshot");
    assert!(!diff.changed);
    assert_eq!(diff.text, "---\ntype: diff\nbase: a\n---\n");
    // How it is laid out is no change.
    let loose = SHOP.replace("  link", "    link").replace("| Green | 4     |", "|Green|4|");
    let loose = loose.replace("    link", "  link").replace(" href", "   href");
    assert!(!super::diff(SHOP, &loose, "a").expect("a sound snapshot").changed);
}

#[test]
fn an_attribute_a_state_a_name() {
    let new = SHOP.replace("value=1", "value=2").replace(" [disabled]", "").replace("Tea", "Teas");
    check(
        SHOP,
        &new,
        &expect![[r#"
            ---
            type: diff
            base: old.anml
            ---
            main
              * h1 "Teas"
              form "Order"
                * spinbutton#e3 "How much" value=2
                * button#e4 "Buy"
        "#]],
    );
}

#[test]
fn lines_of_tables_content_and_summaries() {
    let new = SHOP
        .replace("| Black | 3     |", "| Black | 2     |\n    | White | 9     |")
        .replace("of this year", "of last year")
        .replace("~ 3 reviews", "~ 4 reviews");
    check(
        SHOP,
        &new,
        &expect![[r#"
            ---
            type: diff
            base: old.anml
            ---
            main
              table "Prices"
                ~ ... 2 unchanged
                * | Black | 2 |
                + | White | 9 |
              p "Fresh."
                * > Leaves of last year.
              * ~ 4 reviews
        "#]],
    );
}

#[test]
fn what_comes_and_goes_and_moves() {
    let new = SHOP
        .replace("  link#e2 \"Cart\" href=/cart\n", "")
        .replace("  p \"Fresh.\"\n    > Leaves of this year.\n", "")
        .replace("  h1", "  link#e2 \"Cart\" href=/cart\n  h1")
        + "footer\n  link#e9 \"About\"\n";
    check(
        SHOP,
        &new,
        &expect![[r#"
            ---
            type: diff
            base: old.anml
            ---
            nav
              - link#e2
            main
              + link#e2 "Cart" href=/cart
              - p "Fresh."
            + footer
              + link#e9 "About"
        "#]],
    );
}

#[test]
fn elements_that_look_alike_are_counted() {
    let old = "list\n  item \"a\"\n  item \"a\"\n  item \"a\"\n    p \"x\"\n";
    check(
        old,
        "list\n  item \"a\"\n  item \"a\"\n  item \"a\"\n    p \"y\"\n",
        &expect![[r#"
            ---
            type: diff
            base: old.anml
            ---
            list
              ~ ... 2 unchanged
              item "a"
                * p "y"
        "#]],
    );
    check(
        old,
        "list\n  item \"a\"\n  item \"a\" [selected]\n  item \"a\"\n    p \"x\"\n",
        &expect![[r#"
            ---
            type: diff
            base: old.anml
            ---
            list
              ~ ... 1 unchanged
              * item "a" [selected]
        "#]],
    );
}

#[test]
fn front_matter() {
    check(
        "---\nurl: /a\nown: 1\ntitle: A\nlast: x\nfirst: y\n---\np \"a\"\n",
        "---\nurl: /b\nfirst: y\nlast: x\nts: 3\n---\np \"a\"\n",
        &expect![[r#"
            ---
            type: diff
            base: old.anml
            set.url: /b
            set.ts: 3
            set.first: y
            set.last: x
            unset: title, own, last, first
            ---
        "#]],
    );
}

#[test]
fn a_ref_that_comes_or_changes() {
    check(
        "form\n  button \"Go\"\n  button#e3 \"Stop\"\n",
        "form\n  button#e1 \"Go\"\n  button#e7 \"Stop\"\n",
        &expect![[r#"
            ---
            type: diff
            base: old.anml
            ---
            form
              * button#e1 "Go"
              * button#e7 "Stop"
        "#]],
    );
    check(
        "button#e1 \"Go\"\n",
        "link#e1 \"Go\"\n",
        &expect![[r#"
        ---
        type: diff
        base: old.anml
        ---
        - button#e1
        + link#e1 "Go"
    "#]],
    );
}

#[test]
fn a_diff_that_does_not_fit_is_refused() {
    let head = "---\ntype: diff\n---\n";
    let refused = |diff: &str, expect: &Expect| refused(SHOP, &format!("{head}{diff}"), expect);
    refused(
        "* button#e8 \"x\"\n",
        &expect![[r#"
        Second: 4: `button#e8 "x"`: the next line is none that this could change: the diff does not fit this base: make a new one with `agmark anml diff`
    "#]],
    );
    refused(
        "main\n  - button#e4\n",
        &expect![[r#"
        Second: 5: `button#e4`: no such line is left here: the diff does not fit this base: make a new one with `agmark anml diff`
    "#]],
    );
    refused(
        "nav\n  ~ ... 3 unchanged\n",
        &expect![[r#"
        Second: 5: 3 unchanged lines are to be skipped, but there are 2: the diff does not fit this base: make a new one with `agmark anml diff`
    "#]],
    );
    refused(
        "nav\n  + link#e4 \"x\"\n",
        &expect![[r##"
        Second: 5: the ref "#e4" is already on another element: the diff does not fit this base: make a new one with `agmark anml diff`
    "##]],
    );
    refused(
        "+ nav\n  p \"x\"\n",
        &expect![[r#"
        Second: 5: below a line that is added, all lines are added: the diff does not fit this base: make a new one with `agmark anml diff`
    "#]],
    );
    refused(
        "- nav\n  p \"x\"\n",
        &expect![[r#"
        Second: 5: what stands below a removed element goes with it: the diff does not fit this base: make a new one with `agmark anml diff`
    "#]],
    );
    refused(
        "main\n  table \"Prices\"\n    - | Green | 4 |\n",
        &expect![[r#"
        Second: 6: `| Green | 4 |`: another line stands here: the diff does not fit this base: make a new one with `agmark anml diff`
    "#]],
    );
    super::tests::refused(
        SHOP,
        "p \"x\"\n",
        &expect![[r#"
        Second: this is no diff: its front matter has no `type: diff`
    "#]],
    );
    super::tests::refused(
        SHOP,
        "---\ntype: diff\n---\nbutton#1\n",
        &expect![[r##"
        Second: 4: "#1" is no ref: letters and digits, a letter first and a digit last, such as "#e1": mend it first, `agmark check` shows all that is wrong
    "##]],
    );
    super::tests::refused(
        "button#e1\nlink#e1\n",
        head,
        &expect![[r##"
        First: 2: two elements have the same ref: "#e1": mend it first, `agmark check` shows all that is wrong
    "##]],
    );
    super::tests::refused(
        head,
        head,
        &expect![[r#"
        First: this is a diff, not a snapshot: `agmark anml patch BASE DIFF` makes one of it
    "#]],
    );
}
