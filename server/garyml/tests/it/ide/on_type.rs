use agmark_syntax::Edit;
use expect_test::{Expect, expect};

use super::Case;

/// The text after the character before the cursor was typed.
fn check(text: &str, expect: Expect) {
    let case = Case::new(text, &[]);
    let typed = case.text[..case.offset].chars().next_back().expect("something typed");
    let edits = case.format().on_type(case.document(), case.offset, typed);
    expect.assert_eq(&Edit::apply(&case.text, &edits).replace(' ', "·"));
}

/// The unit that is set has priority, then the unit of the document, then two spaces.
#[test]
fn the_unit_that_is_set_is_inserted() {
    let inserted = |text: &str, unit: u32| {
        let case = Case::indented(text, unit);
        let edits = case.format().on_type(case.document(), case.offset, '\n');
        Edit::apply(&case.text, &edits)
    };
    assert_eq!(inserted(".Execute\n|", 4), ".Execute\n    ");
    assert_eq!(inserted(".Execute\n  .test\n|", 4), ".Execute\n  .test\n      ");
    assert_eq!(inserted(".Execute\n  .test\n|", 2), ".Execute\n  .test\n    ");
    // Also in a piece that is not the first.
    let long = ".Context id=a path=x.md\n".repeat(200);
    assert_eq!(inserted(&format!("{long}.Execute\n|"), 3), format!("{long}.Execute\n   "));
}

#[test]
fn a_line_under_a_header_is_indented() {
    check(
        ".Execute\n|",
        expect![[r#"
        .Execute
        ··"#]],
    );
    check(
        ".Execute\n    .test\n    |\n",
        expect![[r#"
        .Execute
        ····.test
        ····
    "#]],
    );
    check(
        ".Context id=a\n|\n.Plan: \"x\"\n",
        expect![[r#"
        .Context·id=a
        ··
        .Plan:·"x"
    "#]],
    );
    // A header that has all it needs.
    check(
        ".Role: \"x\"\n|",
        expect![[r#"
        .Role:·"x"
    "#]],
    );
    check(
        ".Include path=x\n|",
        expect![[r#"
        .Include·path=x
    "#]],
    );
    check(
        ".Plan\n  \"\"\"\n|\n  \"\"\"\n",
        expect![[r#"
        .Plan
        ··"""

        ··"""
    "#]],
    );
}

#[test]
fn quotes_close_themselves() {
    check(
        ".Plan\n  \"\"\"|\n",
        expect![[r#"
        .Plan
        ··"""
        ··"""
    "#]],
    );
    check(
        ".Plan: \"\"\"|",
        expect![[r#"
        .Plan:·"""
        """"#]],
    );
    check(
        ".Plan\n  \"\"\"\n  x\n  \"\"\"|\n",
        expect![[r#"
        .Plan
        ··"""
        ··x
        ··"""
    "#]],
    );
    check(
        ".Plan\n  \"\"|\n",
        expect![[r#"
        .Plan
        ··""
    "#]],
    );
    check(
        ".Plan\n  \"\"\"|\n.Query\n  \"\"\"\n  x\n  \"\"\"\n",
        expect![[r#"
        .Plan
        ··"""
        ··"""
        .Query
        ··"""
        ··x
        ··"""
    "#]],
    );
}

#[test]
fn fences_close_themselves() {
    check(
        ".Context id=a\n  ```|\n",
        expect![[r#"
        .Context·id=a
        ··```
        ··```
    "#]],
    );
    check(
        ".Context id=a\n  ```|\n.Plan: \"x\"\n",
        expect![[r#"
        .Context·id=a
        ··```
        ··```
        .Plan:·"x"
    "#]],
    );
    check(
        ".Context id=a\n  ```\n  x\n  ```|\n",
        expect![[r#"
        .Context·id=a
        ··```
        ··x
        ··```
    "#]],
    );
    check(
        ".Context id=a\n  ```|\n  x\n  ```\n",
        expect![[r#"
        .Context·id=a
        ··```
        ··x
        ··```
    "#]],
    );
}
