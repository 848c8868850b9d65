//! The unit of indents that is set for a file.

use std::sync::Arc;

use agmark_syntax::FormatSettings;
use agmark_syntax::testing::{self, formatted};

use super::indented;
use super::meaning::check_as;

const LAID_OUT: &str = "\
.Context id=log
  ```go
  package main
    if x {
  ```

# a note
.Documentation
  .Section title: T
    .build: \"\"\"
      Builds it.
        Deeper.
      \"\"\"
      target: x

.Execute
  # why
  .build
    options:
      deep: 1

.Plan
  1. look
    2. again
";

/// The content of blocks keeps its form, closers move to the indent without a diagnostic.
#[test]
fn a_unit_that_is_set_holds_for_all_lines() {
    expect_test::expect![[r#"
        .Context id=log
            ```go
            package main
              if x {
            ```

        # a note
        .Documentation
            .Section title: T
                .build: """
                  Builds it.
                    Deeper.
                """
                    target: x

        .Execute
            # why
            .build
                options:
                    deep: 1

        .Plan
            1. look
              2. again
    "#]]
    .assert_eq(&formatted(indented(4), LAID_OUT));
    for unit in [1, 2, 4, 16] {
        let wide = formatted(indented(unit), LAID_OUT);
        check_as(&indented(unit), LAID_OUT);
        let found = testing::diagnostics(indented(unit), &wide);
        assert!(!found.contains("indent"), "{unit}: {found}");
        assert_eq!(formatted(agmark_garyml::format(), &wide), wide, "it is the file's own unit now");
        if unit != 2 {
            // The closer stays under its opener.
            let back = LAID_OUT.replacen("\n      \"\"\"\n", "\n    \"\"\"\n", 1);
            assert_eq!(formatted(indented(2), &wide), back, "{unit}");
        }
    }
}

/// A file with its own unit has no diagnostics because of the setting, and neither does inserted text.
#[test]
fn a_unit_that_is_set_makes_no_findings() {
    let indents = |unit: u32, text: &str| {
        let found = testing::diagnostics(indented(unit), text);
        found.lines().filter(|line| line.contains("garyml/indent")).count()
    };
    assert_eq!(indents(4, ".Execute\n  .test\n    target: x\n"), 0);
    assert_eq!(indents(4, ".Execute\n  .test\n      target: x\n"), 0, "four deeper, as is set");
    assert_eq!(indents(4, ".Execute\n  .test\n       target: x\n"), 1, "five is neither");
    assert_eq!(indents(2, ".Execute\n   .test\n     target: x\n"), 0);
    assert_eq!(indents(3, ".Plan\n  look\n     there\n"), 0);
}

#[test]
fn the_setting_is_removed() {
    let format = indented(4);
    let plain = format.configured(&FormatSettings::default()).expect("it has settings");
    assert_eq!(formatted(plain, ".A\n .b\n"), ".A\n .b\n");
    assert_eq!(
        formatted(Arc::clone(&format), ".A\n .b\n\t\t.c\n"),
        ".A\n    .b\n\t\t.c\n",
        "a tab is an error"
    );
    assert_eq!(formatted(format, ".A\n .b\n\t.c\n"), ".A\n    .b\n        .c\n", "it would be beside .b");
}
