//! Formatting is a fixed point and never changes what a document says.

use std::fmt::Write as _;
use std::sync::Arc;

use agmark_garyml::syntax::content::content;
use agmark_garyml::syntax::item::Form;
use agmark_garyml::syntax::node::{Part, Syntax};
use agmark_garyml::syntax::structure::{Parameter, Structure};
use agmark_garyml::syntax::value;
use agmark_syntax::testing::{self, Random, formatted};
use agmark_syntax::{AnyFormat, FormatSettings, Piece, State, parse};

fn format(text: &str) -> String {
    formatted(agmark_garyml::format(), text)
}

/// The format where a unit is set.
fn indented(unit: u32) -> Arc<dyn AnyFormat> {
    let mut set = FormatSettings::default();
    set.set_number("indent", unit);
    agmark_garyml::format().configured(&set).expect("it has settings")
}

/// The content of a document without its layout: headers with their levels, parameters, contents, strays.
/// With `tabs` somewhere in it, the
/// indent of loose text does not count: there it is an error, which means nothing.
fn meaning(text: &str, tabs: bool) -> String {
    let tree = parse::parse(&agmark_garyml::format().info().language(), text, None).expect("small enough");
    let state = State::default();
    let structure = Structure::read(&Piece { text, tree: &tree, state: &state }, None);
    let mut out = String::new();
    let mut before = None;
    for item in &structure.items {
        let owner = item.owner.and_then(|o| o.header).filter(|_| !item.stray);
        match item.form {
            Form::Comment => {
                let _ = writeln!(out, "# {}", item.span(text).text(text));
            }
            Form::Text | Form::Body => {
                // Texts of one header are one text, with the blank lines between them.
                if let Some((of, end)) = before.filter(|(of, _)| *of == (owner, item.stray)) {
                    let _ =
                        write!(out, "{}", "|\n".repeat(text[end..item.range.start].matches('\n').count()));
                    before = Some((of, item.range.end));
                } else {
                    let _ = writeln!(out, "{owner:?} {} text", item.stray);
                    before = Some(((owner, item.stray), item.range.end));
                }
                for line in content(item, text).unwrap_or_default().split('\n') {
                    // What is stray belongs to nothing that its indent could be seen from.
                    let bent = item.stray || tabs;
                    let _ = writeln!(out, "|{}", if bent { line.trim() } else { line.trim_end() });
                }
                continue;
            }
            Form::Header(i) => {
                let header = &structure.headers[i];
                let _ = writeln!(out, "{} .{}", header.level, header.name);
                for parameter in &structure.parameters[header.in_line.clone()] {
                    let _ = writeln!(out, "  {}", said(parameter, item, text));
                }
                if let Some(value) = item.parts.value {
                    let _ = writeln!(out, "  : {}", value_said(value, item, text));
                }
            }
            Form::Parameter(i) => {
                let said = said(&structure.parameters[i], item, text);
                let _ = writeln!(out, "{owner:?} {} {said}", item.stray);
            }
            Form::Content => {
                let value = item.parts.value.expect("content has a value");
                let _ = writeln!(out, "{owner:?} {} {}", item.stray, value_said(value, item, text));
            }
            Form::Code => {
                let opener = item.first_line(text).text(text);
                let _ = writeln!(out, "{owner:?} {} {opener} {:?}", item.stray, content(item, text));
            }
        }
        before = None;
        let rest = [item.parts.stray, item.parts.comment].into_iter().flatten();
        for node in rest {
            let _ = writeln!(out, "  {} {}", node.kind(), value::text(node, text));
        }
    }
    out
}

fn said(parameter: &Parameter<'_>, item: &agmark_garyml::syntax::item::Item<'_>, text: &str) -> String {
    let value = parameter.value.map(|v| value_said(v, item, text));
    format!("{} {} = {}", parameter.level, parameter.key, value.unwrap_or_default())
}

fn value_said(part: Part<'_>, item: &agmark_garyml::syntax::item::Item<'_>, text: &str) -> String {
    match part.syntax {
        Syntax::TextBlock | Syntax::UnterminatedTextBlock => {
            format!("{} {:?}", part.node.kind(), content(item, text))
        }
        Syntax::String | Syntax::Plain => format!("{:?}", value::words(part, text)),
        _ => format!("{} {}", part.node.kind(), value::text(part.node, text)),
    }
}

/// What is wrong with the formatting of a text, if anything.
fn fault(format: &Arc<dyn AnyFormat>, text: &str) -> Option<String> {
    let once = formatted(Arc::clone(format), text);
    let twice = formatted(Arc::clone(format), &once);
    if once != twice {
        return Some(format!("no fixed point: {text:?}\nonce:  {once:?}\ntwice: {twice:?}"));
    }
    let tabs = text.contains('\t');
    let (before, after) = (meaning(text, tabs), meaning(&once, tabs));
    (before != after).then(|| format!("{text:?}\nbecame {once:?}\nbefore:\n{before}after:\n{after}"))
}

/// Fails with the shortest text that is easily found to be wrong in the same way.
fn check(text: &str) {
    check_as(&agmark_garyml::format(), text);
}

fn check_as(format: &Arc<dyn AnyFormat>, text: &str) {
    let fault = |text: &str| fault(format, text);
    if fault(text).is_none() {
        return;
    }
    let mut text = text.to_owned();
    let mut size = text.len();
    while size > 0 {
        let mut at = 0;
        while at < text.len() {
            let end = (at + size).min(text.len());
            let shorter = text.get(..at).zip(text.get(end..)).map(|(a, b)| format!("{a}{b}"));
            match shorter.filter(|s| fault(s).is_some()) {
                Some(shorter) => text = shorter,
                None => at += size,
            }
        }
        size /= 2;
    }
    panic!("{}", fault(&text).unwrap_or_default());
}

const WORDS: &[&str] = &[
    "\n",
    "\n",
    "\n\n",
    "\n\n\n",
    "\r\n",
    "\r\r\n",
    "\n  ",
    "\n    ",
    "\n   ",
    "\n\t",
    "\n\t\t",
    " ",
    "\r",
    "# c\n",
    " # c\n",
    "\n# note\n",
    "\n  # note\n",
    "\"\"\"\n",
    "\n  \"\"\"\n",
    "\n    \"\"\"\n",
    "\"\"\"x\"\"\"\n",
    "```go\n",
    "\n  ```\n",
    "\n```\n",
    "\n   ```\n",
    "\"s\"\n",
    "'",
    ".Plan\n",
    "\n.Plan\n",
    "\n  .Plan\n",
    ".Role: \"x\"\n",
    "\n.Role  x y\n",
    "\n.Role:a b\n",
    "\n.Role \"q\"\n",
    "\n.Context id=a\n",
    "\n.Context   id = a path : b c\n",
    "\n.Execute\n",
    "\n    .Execute\n",
    "\n  .test\n",
    "\n     .test a=1   b : [x, y\n",
    "\n    target: @a\n",
    "\n   target:@a # c\n",
    "\n  .log: \"\"\"\n",
    "id: a\n",
    "  id :  b\n",
    "\n    key:\n",
    "\n      sub: 1\n",
    "\n  key: \"\"\"\n",
    "  text\n",
    "text  \n",
    "\n  - item\n",
    "\n     deep\n",
    "\n.Examples\n",
    "\n.Documentation\n",
    "\n  .Section title=\"T\"\n",
    "\n    .build: \"b\"\n",
    "\n.GaryML version=1.0\n",
    "\n.ToolCall name=.x arguments:\n",
    "\n.test\n",
    "\n.log x=1\n",
    "\n.Section title: U\n",
    "\n.Execute\n.test\n",
    "\n .one\n",
    "\n.Section id=x title=a b\n",
    "    ",
    "\n        ",
];

#[test]
fn random_documents_keep_their_meaning() {
    let mut random = Random(63);
    for _ in 0..5000 {
        check(&random.text(WORDS, 30));
    }
}

/// Long enough to be formatted in several pieces.
#[test]
fn long_random_documents_keep_their_meaning() {
    let mut random = Random(63);
    for _ in 0..100 {
        check(&random.text(WORDS, 700));
    }
}

#[test]
fn random_documents_keep_their_meaning_in_a_unit_that_is_set() {
    let mut random = Random(64);
    for unit in [1, 2, 3, 4, 8, 16] {
        let format = indented(unit);
        for _ in 0..300 {
            check_as(&format, &random.text(WORDS, 30));
        }
        for _ in 0..8 {
            check_as(&format, &random.text(WORDS, 700));
        }
    }
}

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

/// A file in its own unit has no findings because of a setting, and what an editor inserts has none either.
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
    assert_eq!(formatted(format, ".A\n .b\n\t.c\n"), ".A\n    .b\n        .c\n", "it would stand beside .b");
}

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

/// Also where the header above moves, as long as they still belong to it.
#[test]
fn lines_with_tabs_stay_under_a_header_that_moves() {
    assert_eq!(format(" .h d=\n\tt"), ".h d=\n\tt\n");
    assert_eq!(format("  .Execute\n\t\t.tag   name=x\n"), ".Execute\n\t\t.tag   name=x\n");
    assert_eq!(format(" .Plan\n\tlook\n"), ".Plan\n\tlook\n");
    // Here it would belong to another header: it moves.
    assert_eq!(format(".Execute\n        .a\n\t    \tx: 1\n"), ".Execute\n        .a\n\t    \tx: 1\n");
}

/// Text at column 0 that is meant for a header takes what goes on below along.
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

/// Text at the margin of a header that is indented: its lines have several indents, and are one text all the same.
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
