//! Each output format on the same findings.

mod for_programs;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_files::Foreign;
use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span, Text};
use expect_test::{Expect, expect};

use super::OutputFormat;
use crate::report::{Checked, Report, ReportedFile};
use crate::terminal::Look;

static TWICE: Rule = Rule {
    code: "agd/duplicate-id",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "an id that two blocks have",
    help: "An id names one block. Rename one of them.",
    bad: &[],
    good: &[],
};
static ODD: Rule = Rule {
    code: "agd/odd",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "odd",
    help: "Odd.",
    ..TWICE
};
static HINT: Rule = Rule {
    code: "agd/hint",
    severity: Severity::Hint,
    fix: FixKind::None,
    summary: "a hint",
    help: "Hm.",
    ..TWICE
};

const TEXT: &str = "@h1 Größe [#size]\r\n@p one\n@p two [#size]\n@p\tthree  \n";

fn report(text: &str, findings: Vec<Diagnostic>) -> Report {
    let path: Arc<Path> = Path::new("/ws/notes/a,b.agd").into();
    let source = ReportedFile { path, shown: Foreign("notes/a,b.agd".to_owned()), text: Text::new(text) };
    Report::new(3, vec![Checked { source, findings }], PathBuf::from("/ws"))
}

fn at(needle: &str, nth: usize) -> Span {
    let start = TEXT.match_indices(needle).nth(nth).map_or(0, |(at, _)| at);
    Span::new(start, start + needle.len())
}

fn sample() -> Report {
    let twice = TWICE
        .at(at("size", 1), "id \"size\" is already defined on line 1")
        .related(at("size", 0), "first defined here");
    let odd = ODD
        .at(at("\t", 0), "a tab\u{1b}[2J where 100% of us write a space")
        .fix("write a space", vec![Edit::replace(at("\t", 0), " ")]);
    let hint = HINT.at(Span::at(TEXT.len()), "here it ends");
    report(TEXT, vec![twice, odd, hint])
}

fn check(format: OutputFormat, report: &Report, expected: Expect) {
    expected.assert_eq(&text(format, report));
}

/// What a format writes; JSON in lines.
fn text(format: OutputFormat, report: &Report) -> String {
    let mut out = Vec::new();
    let look = Look { colour: false, width: 80 };
    assert!(format.write(report, look, &mut out).is_ok());
    let text = String::from_utf8_lossy(&out).into_owned();
    match serde_json::from_str::<serde_json::Value>(&text) {
        Ok(json) => format!("{json:#}\n"),
        Err(_) => text,
    }
}

#[test]
fn full() {
    check(
        OutputFormat::Full,
        &sample(),
        expect![[r#"
            error[agd/duplicate-id]: id "size" is already defined on line 1
             --> notes/a,b.agd:3:10
              |
            1 | @h1 Größe [#size]
              |             ---- first defined here
            2 | @p one
            3 | @p two [#size]
              |          ^^^^

            warning[agd/odd]: a tab\u{1b}[2J where 100% of us write a space
             --> notes/a,b.agd:4:3
              |
            4 | @p    three  
              |   ^^^^
              |
            help: write a space (fixed by --fix)
              |
            4 | @p three  
              |   +

            hint[agd/hint]: here it ends
             --> notes/a,b.agd:5:1
              |
            5 |
              | ^

        "#]],
    );
}

#[test]
fn concise() {
    check(
        OutputFormat::Concise,
        &sample(),
        expect![[r#"
        notes/a,b.agd:3:10: error: id "size" is already defined on line 1 [agd/duplicate-id]
        notes/a,b.agd:4:3: warning: a tab\u{1b}[2J where 100% of us write a space [agd/odd]
        notes/a,b.agd:5:1: hint: here it ends [agd/hint]
    "#]],
    );
}

#[test]
fn full_shows_far_places_and_long_fixes_apart() {
    let text = format!("@p [#a]\n{}@p [#a]\n", "@p x\n".repeat(40));
    let second = text.len() - 3;
    let twice = TWICE
        .at(Span::new(second, second + 1), "id \"a\" is already defined on line 1")
        .related(Span::new(5, 6), "first defined here")
        .suggest("write a long text", vec![Edit::insert(0, "@p\n".repeat(20))]);
    let long = ODD.at(Span::new(8, 8 + 100), "twenty lines are too many");
    check(
        OutputFormat::Full,
        &report(&text, vec![twice, long]),
        expect![[r#"
        error[agd/duplicate-id]: id "a" is already defined on line 1
          --> notes/a,b.agd:42:6
           |
        42 | @p [#a]
           |      ^
           |
        note: first defined here
          --> notes/a,b.agd:1:6
           |
         1 | @p [#a]
           |      -
        help: write a long text

        warning[agd/odd]: twenty lines are too many
         --> notes/a,b.agd:2:1
          |
        2 | @p x
          | ^^^^

    "#]],
    );
}

#[test]
fn full_shows_a_part_of_a_long_line() {
    let text = format!("@p {} wrong {}\n", "é".repeat(3000), "x".repeat(9000));
    let start = text.find("wrong").unwrap_or(0);
    let odd = ODD.at(Span::new(start, start + 5), "this is wrong");
    check(
        OutputFormat::Full,
        &report(&text, vec![odd]),
        expect![[r#"
        warning[agd/odd]: this is wrong
         --> notes/a,b.agd:1:3005
          |
         ::: 
        1 | …éééééééééééééééééééééééééééééééééééééééééééééééééé wrong xxxxxxxxxxxxxxx...
          |                                                     ^^^^^

    "#]],
    );
}
