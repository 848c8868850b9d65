//! The canonical layout.

use super::format;
use super::meaning::{check, meaning};

#[test]
fn an_untidy_document() {
    let text = ".GaryML version=1.0\n.Role   \"Release manager\"\n# the log\n.Context   id = log type : file\n    ```go\n      package main\n    if x {\n    ```\n\n\n.Section title=\"Build it\" # c\n     .build : \"b\"   # d\n         target:x   \n.Plan\n      1. deep\n     2. less\n\n.Context\nid: b\n\"\"\"\n text\n  more\n\"\"\"\n.Execute\n    .log message: it's all done\n    .ToolCall name=.x arguments:\n            a: b\n";
    expect_test::expect![[r#"
        .GaryML version: 1.0

        .Role: "Release manager"

        # the log
        .Context id=log type=file
            ```go
              package main
            if x {
            ```

        .Section title: "Build it" # c
            .build: "b"   # d
                target: x

        .Plan
             1. deep
            2. less

        .Context
            id: b
            """
             text
              more
            """

        .Execute
            .log message="it's all done"
            .ToolCall name=.x arguments:
                a: b
    "#]]
    .assert_eq(&format(text));
}

#[test]
fn lines_with_errors_stay() {
    let text = ".Execute\n\t.tag   name=x\n  .log   message=\"x\n  .log   message=x\n.Role   a b\n.Context   path=x.md\n";
    expect_test::expect![[r#"
        .Execute
        	.tag   name=x
          .log   message="x
          .log message=x

        .Role   a b

        .Context   path=x.md
    "#]]
    .assert_eq(&format(text));
}

/// Also if the header above moves and they still belong to it.
#[test]
fn lines_with_tabs_stay_under_a_header_that_moves() {
    assert_eq!(format(" .h d=\n\tt"), ".h d=\n\tt\n");
    assert_eq!(format("  .Execute\n\t\t.tag   name=x\n"), ".Execute\n\t\t.tag   name=x\n");
    assert_eq!(format(" .Plan\n\tlook\n"), ".Plan\n\tlook\n");
    // It would belong to another header, so it moves.
    assert_eq!(format(".Execute\n        .a\n\t    \tx: 1\n"), ".Execute\n        .a\n\t    \tx: 1\n");
}

/// Text at column 0 that belongs to a header moves with the text that continues it.
#[test]
fn text_with_tabs_below_attached_text_moves_with_it() {
    assert_eq!(format(".A\n1\n\tc"), ".A\n  1\n  c\n");
    check(".A\n1\n\tc");
    check(" .Diff \ne\n\tp");
    check(".A\n1\n# x\n\tc\n\t\td");
}

/// A line ends at LF with all carriage returns before it; elsewhere a carriage return is content.
#[test]
fn carriage_returns() {
    for (text, expected) in [
        ("\r\r\n.o", ".o\r\n"),
        (".Role: \"x\"\r\r\n  \r\r\n.Role: \"x\"\r", ".Role: \"x\"\r\n\r\n.Role: \"x\"\r\n"),
        (".Plan\n  a\rb\n", ".Plan\n  a\rb\n"),
        (".Plan\n  a\r \n", ".Plan\n  a\r \n"),
        (".Execute\n  .t a=\"x\ry\"\n", ".Execute\n  .t a=\"x\ry\"\n"),
        (".Context id=a\r\r\n  ```\r\r\n  x\r\r\n  ```\r\r\n", ".Context id=a\r\n  ```\r\n  x\r\n  ```\r\n"),
    ] {
        assert_eq!(format(text), expected, "{text:?}");
        assert_eq!(format(expected), expected);
    }
}

#[test]
fn code_is_never_bent() {
    let text = ".Context id=a\n      ```py\n      def f():\n          pass\n\n  # left\n      ```\n";
    expect_test::expect![[r#"
        .Context id=a
              ```py
              def f():
                  pass

          # left
              ```
    "#]]
    .assert_eq(&format(text));
}

/// Text at the margin of an indented header: its lines have several indents and are one text.
#[test]
fn attached_text_keeps_its_content() {
    use agmark_garyml::syntax::whole::Whole;
    let text = |lines: &str| {
        let whole = Whole::new(lines).expect("small enough");
        agmark_garyml::syntax::content::header_content(&whole.structure(), 0)
    };
    for (lines, said) in [
        (" .Diff\nt\n >>>>> REPLACE", "t\n>>>>> REPLACE"),
        (" .Plan\na\n\n\n b  \n# c\n\nd\n", "a\n\n\nb\n\nd"),
        (".Plan\na\n  b\nc\n", "a\n  b\nc"),
    ] {
        assert_eq!(text(lines).as_deref(), Some(said), "{lines:?}");
        assert_eq!(text(&format(lines)).as_deref(), Some(said), "{lines:?}");
    }
}

#[test]
fn a_header_with_an_error_moves_with_the_header_that_it_is_attached_to() {
    let text = "  .Documentation e=\n  .Section \n.g \"";
    assert_eq!(format(text), ".Documentation e=\n  .Section \n    .g \"\n");
    assert_eq!(meaning(text, false), meaning(&format(text), false));
}
