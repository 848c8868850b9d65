//! Diffs that do not fit.

use expect_test::{Expect, expect};

use super::super::patch::patch;
use super::SHOP;

fn refused(base: &str, diff: &str, expect: &Expect) {
    let error = patch(base, diff).expect_err("it does not fit");
    let line = error.line().map_or(String::new(), |line| format!("{line}: "));
    expect.assert_eq(&format!("{:?}: {line}{error}\n", error.side));
}

#[test]
fn a_diff_that_does_not_fit_is_refused() {
    let head = "---\ntype: diff\n---\n";
    let refused = |diff: &str, expect: &Expect| refused(SHOP, &format!("{head}{diff}"), expect);
    refused(
        "* button#e8 \"x\"\n",
        &expect![[r##"
        Second: 4: the base has no element "#e8": did you mean "#e1"?; the diff does not fit this base: make a new one with `agmark anml diff`
    "##]],
    );
    refused(
        "main\n  - button#e4\n  - button#e4\n",
        &expect![[r##"
            Second: 6: duplicate ref: "#e4": fix it first, `agmark check` shows all errors
        "##]],
    );
    refused(
        "nav\n  * button#e4 \"Buy\"\n",
        &expect![[r##"
        Second: 5: "#e4" is elsewhere in the base: keep the order and the parents of the base; the diff does not fit this base: make a new one with `agmark anml diff`
    "##]],
    );
    refused(
        "* link#e4 \"Buy\"\n",
        &expect![[r##"
        Second: 4: "#e4" is a button in the base, not a link: to change a role, remove the element with `-` and add it with `+`; the diff does not fit this base: make a new one with `agmark anml diff`
    "##]],
    );
    refused(
        "nav\n  * link \"Shop\"\n",
        &expect![[r#"
            Second: 5: `link "Shop"`: nothing here can be changed by this: a new ref or role is `-` and `+`; the diff does not fit this base: make a new one with `agmark anml diff`
        "#]],
    );
    refused(
        "nav\n  ~ ... 3 unchanged\n",
        &expect![[r#"
        Second: 5: 3 unchanged lines are to be skipped, but there are 2; the diff does not fit this base: make a new one with `agmark anml diff`
    "#]],
    );
}

#[test]
fn a_diff_with_impossible_lines_is_refused() {
    let head = "---\ntype: diff\n---\n";
    let refused = |diff: &str, expect: &Expect| refused(SHOP, &format!("{head}{diff}"), expect);
    refused(
        "nav\n  + link#e4 \"x\"\n",
        &expect![[r##"
            Second: 5: the ref "#e4" is already on another element of the base: give the new one another ref, or remove that one; the diff does not fit this base: make a new one with `agmark anml diff`
        "##]],
    );
    refused(
        "+ nav\n  p \"x\"\n",
        &expect![[r#"
        Second: 5: below a line that is added, all lines are added; the diff does not fit this base: make a new one with `agmark anml diff`
    "#]],
    );
    refused(
        "- nav\n  p \"x\"\n",
        &expect![[r#"
        Second: 5: line below a removed element: remove it, the element is removed with its content; the diff does not fit this base: make a new one with `agmark anml diff`
    "#]],
    );
    refused(
        "main\n  table \"Prices\"\n    - | Green | 4 |\n",
        &expect![[r#"
        Second: 6: `| Green | 4 |` does not match the line of the base; the diff does not fit this base: make a new one with `agmark anml diff`
    "#]],
    );
}

#[test]
fn what_is_no_diff_is_refused() {
    let head = "---\ntype: diff\n---\n";
    self::refused(
        SHOP,
        "p \"x\"\n",
        &expect![[r#"
            Second: this is not a diff: its front matter has no `type: diff`
        "#]],
    );
    self::refused(
        SHOP,
        "---\ntype: diff\n---\nbutton#1\n",
        &expect![[r##"
            Second: 4: invalid ref "#1": use letters and digits, with a letter first and a digit last, such as "#e1": fix it first, `agmark check` shows all errors
        "##]],
    );
    self::refused(
        "button#e1\nlink#e1\n",
        head,
        &expect![[r##"
            First: 2: duplicate ref: "#e1": fix it first, `agmark check` shows all errors
        "##]],
    );
    self::refused(
        head,
        head,
        &expect![[r#"
        First: this is a diff, not a snapshot: `agmark anml patch BASE DIFF` makes one of it
    "#]],
    );
}
