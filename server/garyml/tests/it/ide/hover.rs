use expect_test::{Expect, expect};

use super::Case;

fn check(text: &str, expect: Expect) {
    let docs = ".Documentation\n  .Section title: Releases\n    .tag: \"Tags a commit\"\n      name: \"of the tag\"\n.Context id=far path=short.md\n";
    let long: String = (1..20).map(|i| format!("line {i}\n")).collect();
    let case = Case::new(text, &[("docs.garyml", docs), ("long.md", &long), ("short.md", "one\n")]);
    let hover = case.format().hover(case.document(), &case.files, case.offset);
    let shown = hover.map(|h| format!("{:?}\n{}\n", h.span.text(&case.text), h.markdown));
    expect.assert_eq(&shown.unwrap_or_default());
}

#[test]
fn commands() {
    check(".Execute\n  .t|ag name=x\n", expect![""]);
    check(
        ".Execute\n  .tag na|me=x\n",
        expect![[r#"
        "name"
        `name`: of the tag
    "#]],
    );
    check(
        ".Execute\n  .lo|g\n",
        expect![[r#"
            ".log"
            `.log(message, level)` (every host has it)

            Writes a message to the log.

            - `message`: The message.
            - `level`: The severity.
        "#]],
    );
    check(".Execute\n  .unkno|wn\n", expect![[""]]);
}

#[test]
fn files() {
    check(
        ".Context id=a path=lo|ng.md\n",
        expect![[r#"
            "long.md"
            `long.md`, 76 tokens

            ```md
            line 1
            line 2
            line 3
            line 4
            line 5
            line 6
            line 7
            line 8
            line 9
            line 10
            line 11
            line 12
            … 7 more lines
            ```
        "#]],
    );
    check(".Context id=a path=n|o.md\n", expect![[""]]);
    check(
        ".Context id=a path=short.md\n.Plan: @|a\n",
        expect![[r#"
        "a"
        `short.md`, 2 tokens

        ```md
        one
        ```
    "#]],
    );
    check(
        ".Include path=docs.garyml\n.Plan: @|far\n",
        expect![[r#"
        "far"
        `short.md`, 2 tokens

        ```md
        one
        ```
    "#]],
    );
}

#[test]
fn a_lens_shows_the_tokens_of_a_block() {
    let about = |whole: &str| agmark_garyml::format().describe(&agmark_syntax::Name::new("id", "a"), whole);
    assert_eq!(about(".Context id=a\n  ```go\n  package main\n  ```"), "2 tokens");
    assert_eq!(about(".Context id=a path=x"), "");
}
