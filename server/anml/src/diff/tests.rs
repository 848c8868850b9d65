//! Diffs, applied and read.

mod properties;
mod refused;

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
    // Layout is not a change.
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
              - button "Go"
              - button#e3
              + button#e1 "Go"
              + button#e7 "Stop"
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

/// The example of the source, against bases that hold its elements where it shows them, and deeper.
#[test]
fn a_ref_needs_no_path() {
    let diff = "---\ntype: diff\nbase: snapshot-42\nts: 1709071260\n---\n* textbox#e3 \"Search\" value=\"hello wor\"\n  \
                + item#e12 \"hello world\" [highlighted]\n  + item#e13 \"hello worlds apart\"\n- dialog#e8 \"Cookie \
                consent\"\n+ banner#e14 \"Welcome back, Alice\"\n";
    let flat = "---\nts: 1\n---\nh1 \"Shop\"\ntextbox#e3 \"Search\"\np \"x\"\ndialog#e8 \"Cookie consent\"\n  button#e9\np \"y\"\n";
    let expected = expect![[r#"
        ---
        ts: 1709071260
        ---
        h1 "Shop"
        textbox#e3 "Search" value="hello wor"
          item#e12 "hello world" [highlighted]
          item#e13 "hello worlds apart"
        p "x"
        banner#e14 "Welcome back, Alice"
        p "y"
    "#]];
    expected.assert_eq(&patch(flat, diff).expect("a diff that fits"));
    let deep = "main\n  search\n    textbox#e3 \"Search\"\n      item#e4\n    p \"x\"\n  dialog#e8 \"Cookie consent\"\n    button#e9\n  p \"y\"\n";
    let expected = expect![[r#"
        ---
        ts: 1709071260
        ---
        main
          search
            textbox#e3 "Search" value="hello wor"
              item#e12 "hello world" [highlighted]
              item#e13 "hello worlds apart"
              item#e4
            p "x"
          banner#e14 "Welcome back, Alice"
          p "y"
    "#]];
    expected.assert_eq(&patch(deep, diff).expect("a diff that fits"));
    // A path that is written must be the right one, and the order that of the base.
    let head = "---\ntype: diff\n---\n";
    assert!(patch(deep, &format!("{head}main\n  - button#e9\n")).is_ok());
    for wrong in
        ["main\n  search\n    - button#e9\n", "- dialog#e8\n- textbox#e3\n", "- dialog#e8\n- button#e9\n"]
    {
        let error = patch(deep, &format!("{head}{wrong}")).expect_err("it does not fit");
        assert!(error.to_string().contains("elsewhere"), "{error}");
    }
}

#[test]
fn a_change_without_ref_is_of_the_element_that_it_names() {
    let base = "list\n  item \"a\"\n  item \"b\"\n  item \"c\"\n";
    let head = "---\ntype: diff\n---\nlist\n";
    let patched = |diff: &str| patch(base, &format!("{head}{diff}"));
    assert_eq!(
        patched("  * item \"b\" [on]\n").expect("fits"),
        "list\n  item \"a\"\n  item \"b\" [on]\n  item \"c\"\n"
    );
    // Another name: which of the three?
    assert!(patched("  * item \"d\"\n").expect_err("not clear").to_string().contains("not clear"));
    assert_eq!(
        patched("  ~ ... 1 unchanged\n  * item \"d\"\n").expect("fits"),
        "list\n  item \"a\"\n  item \"d\"\n  item \"c\"\n"
    );
    for (new, lines) in [
        (base.replace("item \"a\"", "item \"d\""), "  ~ ... 0 unchanged\n  * item \"d\"\n"),
        (base.replace("item \"c\"", "item \"d\""), "  ~ ... 2 unchanged\n  * item \"d\"\n"),
    ] {
        let made = diff(base, &new, "x").expect("sound snapshots").text;
        assert!(made.ends_with(lines), "{made}");
        assert_eq!(patch(base, &made).expect("fits"), new);
    }
}

#[test]
fn line_endings_are_those_of_the_base() {
    let new =
        SHOP.replace("value=1", "value=2").replace("  p \"Fresh.\"\n", "  p \"Fresh.\"\n    > Today.\n");
    let crlf = |text: &str| text.replace('\n', "\r\n");
    let made = diff(SHOP, &new, "x").expect("sound").text;
    assert_eq!(diff(&crlf(SHOP), &crlf(&new), "x").expect("sound").text, made);
    for diff in [made.clone(), crlf(&made)] {
        assert_eq!(patch(&crlf(SHOP), &diff).expect("fits"), crlf(&canonical(&new)));
        assert_eq!(patch(SHOP, &diff).expect("fits"), canonical(&new));
    }
}
