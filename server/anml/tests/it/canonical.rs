//! Canonical form.

use crate::common::{DIFF, PAGE, WRONG, anml};
use agmark_syntax::format::format_document;
use agmark_syntax::{Document, testing};
use expect_test::{Expect, expect, expect_file};

fn check(text: &str, expect: &Expect) {
    let once = testing::formatted(anml(), text);
    expect.assert_eq(&once);
    assert_eq!(testing::formatted(anml(), &once), once);
}

#[test]
fn a_page() {
    expect_file!["data/page.canonical.anml"].assert_eq(&testing::formatted(anml(), PAGE));
}

#[test]
fn a_diff() {
    expect_file!["data/diff.canonical.anml"].assert_eq(&testing::formatted(anml(), DIFF));
}

#[test]
fn what_has_errors_stays() {
    expect_file!["data/wrong.canonical.anml"].assert_eq(&testing::formatted(anml(), WRONG));
    let document = Document::new(anml(), WRONG);
    let skipped = format_document(&document).map_or(0, |f| f.skipped.len());
    assert!(skipped > 20, "{skipped}");
}

#[test]
fn keys_have_an_order() {
    check(
        "\n---\nshop :  north \ntitle:Orders\n\nts: 1\nurl: /\nbase: a\ntype: diff\nset.url: /x\n---\n\n\nmain",
        &expect![[r#"
            ---
            type: diff
            base: a
            url: /
            title: Orders
            ts: 1
            shop: north
            set.url: /x
            ---
            main
        "#]],
    );
    check(
        "---\nts: 1\nts: 2\nurl: /\n---\nmain  \n",
        &expect![[r#"
        ---
        ts: 1
        ts: 2
        url: /
        ---
        main
    "#]],
    );
}

#[test]
fn parts_have_an_order() {
    check(
        "button#e1   \"Go\\u0021\"  [primary] lang=\"en\" on  title=\"a b\" -- why   \n",
        &expect![[r#"
            button#e1 "Go!" lang=en title="a b" [primary] on -- why
        "#]],
    );
    check(
        "p\"x\"[a]b=\"\" c=\"#e1\" d=\"@x\" e=#e1 f=@x g=\"\\\"\" h=\"tab\\t\" i=\"a\\\\b\"\n",
        &expect![[r##"
            p "x" b="" c="#e1" d="@x" e=#e1 f=@x g="\"" h="tab\t" i=a\b [a]
        "##]],
    );
}

#[test]
fn lines_lose_what_says_nothing() {
    // The line ending is that of the document.
    let text = "nav \t\r\n\r\n  >one\r\n  >  two  \r\n  >\r\n  ~12 links\r\n";
    assert_eq!(testing::formatted(anml(), text), "nav\r\n  > one\r\n  >  two\r\n  >\r\n  ~ 12 links\r\n");
    check(
        "\u{feff}nav",
        &expect![[r#"
        ﻿nav
    "#]],
    );
    check("", &expect![""]);
    check("\n \n", &expect![[""]]);
}

#[test]
fn tables_are_padded_to_the_widest_cell() {
    check(
        "table\n  |a|long cell|c|\n  |東京||x \\| y|\n  |checkbox#e1 [on] k=\"v w\" l=\"m|b|\n  ~ more\n  |1|2|3|4|\n",
        &expect![[r#"
            table
              | a    | long cell | c      |
              | 東京 |           | x \| y |
              |checkbox#e1 [on] k="v w" l="m|b|
              ~ more
              | 1    | 2         | 3      | 4 |
        "#]],
    );
    check(
        "table\n  | a |\n  | bb |\ntable\n  | ccc |\n| top |\n",
        &expect![[r#"
        table
          | a  |
          | bb |
        table
          | ccc |
        | top |
    "#]],
    );
    check(
        "|a|\n|b\n|radio#e1 a=\"x|\n|radio#e2 a=\"x\\|y\" b=\"p \\| q\"|\n",
        &expect![[r#"
        | a                          |
        |b
        |radio#e1 a="x|
        | radio#e2 a=x\|y b="p \| q" |
    "#]],
    );
}

#[test]
fn prefixes_stand_behind_the_indent() {
    check(
        "---\ntype: diff\n---\nmain\n+  p \"a\"\n-   p \"b\"\n  *  p \"c\"\n+p \"d\"\n+  |a|b|\n  + > x\n",
        &expect![[r#"
            ---
            type: diff
            ---
            main
              + p "a"
              - p "b"
              * p "c"
            + p "d"
              + | a | b |
              + > x
        "#]],
    );
    check(
        "main\n+  p \"a\"\n- link \"x\" [ref=e1]\n  p   \"b\"\n",
        &expect![[r#"
        main
        +  p "a"
        - link "x" [ref=e1]
          p "b"
    "#]],
    );
}
