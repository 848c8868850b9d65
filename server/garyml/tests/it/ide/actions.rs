use agmark_garyml::ast::Ast;
use agmark_syntax::testing::Random;
use agmark_syntax::{Change, Edit, Span};
use expect_test::{Expect, expect};

use super::Case;

/// The actions at the cursor, or up to a second cursor `^`, each with the new text.
fn check(text: &str, expect: Expect) {
    let length = text.find('^').map_or(0, |end| end - text.find('|').expect("a cursor") - 1);
    let case = Case::new(&text.replacen('^', "", 1), &[("notes.md", "one\ntwo\n")]);
    let selection = Span::new(case.offset, case.offset + length);
    let mut out = String::new();
    for action in case.format().code_actions(case.document(), &case.files, selection) {
        if let Change::Edits(edits) = action.change {
            out.push_str(&format!("== {}\n{}", action.title, Edit::apply(&case.text, &edits)));
        }
    }
    expect.assert_eq(&out);
}

#[test]
fn parameters_change_their_form() {
    check(
        ".Context| id=a path: x y # c\n",
        expect![[r#"
            == move the parameters below the header
            .Context # c
              id: a
              path: x y
        "#]],
    );
    check(
        ".Context|\n  id: a\n  path: x y\n  ```\n  code\n  ```\n",
        expect![[r#"
            == move the parameters to the line of the header
            .Context id=a path="x y"
              ```
              code
              ```
        "#]],
    );
    check(".Execute\n  .ToolCall| name=.x n=5 arguments:\n    a: b\n", expect![""]);
}

#[test]
fn content_changes_its_form() {
    check(
        ".Role|: \"Cook\" # c\n",
        expect![[r#"
            == move the content below the header
            .Role # c
              "Cook"
        "#]],
    );
    check(
        ".Role\n  |'Cook'\n",
        expect![[r#"
            == extract the text into the context "role-text"
            .Context id=role-text
              """
              Cook
              """

            .Role: @role-text
            == move the content to the line of the header
            .Role: 'Cook'
        "#]],
    );
}

#[test]
fn text_becomes_a_context() {
    check(
        ".GaryML version: 1.0\n\n.Plan\n  |1. look\n    2. leap\n",
        expect![[r#"
            == extract the text into the context "plan-text"
            .GaryML version: 1.0

            .Context id=plan-text
              """
              1. look
                2. leap
              """

            .Plan: @plan-text
        "#]],
    );
    check(
        ".Instructions\n  Read |the notes^ first.\n",
        expect![[r#"
            == extract the text into the context "instructions-text"
            .Context id=instructions-text
              """
              the notes
              """

            .Instructions
              Read @instructions-text first.
        "#]],
    );
    check(
        ".Examples\n  ```go\n  |x\n  ```\n",
        expect![[r#"
            == extract the text into the context "examples-text"
            .Context id=examples-text
              ```go
              x
              ```

            .Examples: @examples-text
        "#]],
    );
    check(
        ".Context id=test-text path=x\n.Execute\n  .test\n    input: \"|all\"\n",
        expect![[r#"
            == extract the text into the context "test-text-2"
            .Context id=test-text path=x
            .Context id=test-text-2
              """
              all
              """

            .Execute
              .test
                input: @test-text-2
            == move the parameters to the line of the header
            .Context id=test-text path=x
            .Execute
              .test input="all"
        "#]],
    );
    check(".Context id=a\n  |text\n", expect![[""]]);
}

#[test]
fn a_context_takes_the_place_of_its_reference() {
    check(
        ".Context id=a\n  one\n  two\n.Execute\n  .test\n    input: @|a\n",
        expect![[r#"
            == inline the context "a"
            .Context id=a
              one
              two
            .Execute
              .test
                input: """
                one
                two
                """
            == move the parameters to the line of the header
            .Context id=a
              one
              two
            .Execute
              .test input=@a
        "#]],
    );
    check(
        ".Context id=a\n  one \"line\"\n.Execute\n  .test input=@|a\n",
        expect![[r#"
            == inline the context "a"
            .Context id=a
              one "line"
            .Execute
              .test input="one \"line\""
            == move the parameters below the header
            .Context id=a
              one "line"
            .Execute
              .test
                input: @a
        "#]],
    );
    check(
        ".Context id=a path=notes.md\n.Plan: @|a\n",
        expect![[r#"
        == inline the context "a"
        .Context id=a path=notes.md
        .Plan
          """
          one
          two
          """
    "#]],
    );
}

/// Every form of parameters and content has the same tree.
#[test]
fn forms_say_the_same() {
    const WORDS: &[&str] = &[
        "\n.Context id=a",
        "\n.Execute",
        "\n  .run",
        "\n.ToolCall name=.x",
        "\n.Role: \"b c\"",
        "\n.Role: it is # c",
        "\n.Section title: T u",
        " k=v",
        " k=\"v w\"",
        " id=b",
        " n=5",
        " l=[a, @b, \"c, d\"]",
        " r=@a",
        " e: x y",
        " e: # c",
        " m:",
        " # c",
        " h=#",
        "\n  path: x",
        "\n    k: v w # d",
        "\n    k: 'v'",
        "\n    m:",
        "\n      s: 1",
        "\n  \"content\"",
        "\n  'it''s'",
        "\n  text",
        "\n    t: \"\"\"\n    x\n    \"\"\"",
        "\n",
        "\r\n",
    ];
    let mut random = Random(42);
    let mut changed = 0;
    for _ in 0..3000 {
        let text = random.text(WORDS, 14);
        let before = tree(&text);
        let mut at = random.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let case =
            Case::new(&format!("{}|{}", &text[..at].replace('|', ""), &text[at..].replace('|', "")), &[]);
        if case.text != text {
            continue;
        }
        for action in case.format().code_actions(case.document(), &case.files, Span::at(at)) {
            let Change::Edits(edits) = action.change else { continue };
            if !action.title.starts_with("move") {
                continue;
            }
            let after = Edit::apply(&text, &edits);
            assert_eq!(tree(&after), before, "{}:\n{text:?}\n{after:?}", action.title);
            changed += 1;
        }
    }
    assert!(changed > 300, "only {changed} changes");
}

/// The content of a text, with sorted keys.
fn tree(text: &str) -> Ast {
    let mut ast = Ast::parse(text).expect("small enough").without_spans();
    let mut left: Vec<_> = ast.nodes.iter_mut().collect();
    while let Some(node) = left.pop() {
        node.params.sort_by(|a, b| a.0.cmp(&b.0));
        left.extend(&mut node.children);
    }
    ast
}

/// A text of some lines, indented or not.
fn lines(random: &mut Random) -> String {
    let line = |random: &mut Random| {
        let words = ["one", "  two", "", "    \"three\"", "# four", ".Five", "k: v", "``` x"];
        words[random.below(words.len())].to_owned()
    };
    let mut all: Vec<String> = (0..random.below(5)).map(|_| line(random)).collect();
    all.insert(0, "first".to_owned());
    all.push("last".to_owned());
    all.join("\n")
}

fn indented(text: &str, by: usize) -> String {
    let line = |l: &str| if l.is_empty() { "\n".to_owned() } else { format!("{}{l}\n", " ".repeat(by)) };
    text.split('\n').map(line).collect()
}

fn chosen(text: &str, title: &str) -> Option<String> {
    let case = Case::new(text, &[]);
    let all = case.format().code_actions(case.document(), &case.files, Span::at(case.offset));
    let action = all.into_iter().find(|a| a.title.starts_with(title))?;
    match action.change {
        Change::Edits(edits) => Some(Edit::apply(&case.text, &edits)),
        _ => None,
    }
}

/// The content of a context replaces its reference unchanged.
#[test]
fn inlining_keeps_the_text() {
    let mut random = Random(8);
    for _ in 0..300 {
        let text = lines(&mut random);
        let context = format!(".Context id=a\n  \"\"\"\n{}  \"\"\"\n", indented(&text, 2));
        let (unit, use_of) = [
            (4, ".Execute\n  .test\n    input: @|a\n"),
            (2, ".Plan: @|a\n"),
            (0, ".Execute\n  .test input: @|a # c\n"),
        ][random.below(3)];
        let Some(after) = chosen(&format!("{context}{use_of}"), "inline") else {
            assert!(unit == 0, "nothing is offered for {use_of}");
            continue;
        };
        let ast = Ast::parse(&after).expect("small enough");
        let said = match ast.all().find(|n| n.name == "test") {
            Some(test) => test.text("input").map(str::to_owned),
            None => ast.nodes.last().and_then(|n| n.contents.first()).map(|c| c.value.clone()),
        };
        assert_eq!(said.as_deref(), Some(text.as_str()), "{after}");
    }
}

/// Extracted text is unchanged in the new context.
#[test]
fn extracting_keeps_the_text() {
    let mut random = Random(9);
    for _ in 0..300 {
        let text = lines(&mut random);
        let block = match random.below(3) {
            0 => format!(".Plan\n  |\"\"\"\n{}  \"\"\"\n", indented(&text, 2)),
            1 => format!(".Examples\n  |`````go\n{}  `````\n", indented(&text, 2)),
            _ => format!(".Execute\n  .test\n    input: |\"\"\"\n{}    \"\"\"\n", indented(&text, 4)),
        };
        let after = chosen(&block, "extract").expect("it can be extracted");
        let ast = Ast::parse(&after).expect("small enough");
        let context = ast.nodes.iter().find(|n| n.is("Context")).expect("a context");
        assert_eq!(context.contents.first().map(|c| c.value.as_str()), Some(text.as_str()), "{after}");
        let id = context.id().expect("an id");
        assert_eq!(after.matches(&format!("@{id}")).count(), 1, "{after}");
        let left = ast
            .all()
            .filter(|n| !n.is("Context"))
            .any(|n| n.contents.iter().any(|c| c.value.contains("first")));
        assert!(!left, "{after}");
    }
}
