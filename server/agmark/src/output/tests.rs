//! Each output format on the same findings.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_files::Foreign;
use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span, Text};
use expect_test::{Expect, expect};

use super::OutputFormat;
use crate::report::{Checked, Report, Source};
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
    let source = Source { path, shown: Foreign("notes/a,b.agd".to_owned()), text: Text::new(text) };
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
    let mut out = Vec::new();
    let look = Look { colour: false, width: 80 };
    assert!(format.write(report, look, &mut out).is_ok());
    let text = String::from_utf8_lossy(&out).into_owned();
    let text = match serde_json::from_str::<serde_json::Value>(&text) {
        Ok(json) => format!("{json:#}\n"),
        Err(_) => text,
    };
    expected.assert_eq(&text);
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
fn agent() {
    check(
        OutputFormat::Agent,
        &sample(),
        expect![[r#"
        notes/a,b.agd:3:10-3:14 error agd/duplicate-id: id "size" is already defined on line 1; first defined here: notes/a,b.agd:1:13
        notes/a,b.agd:4:3-4:4 warning agd/odd: a tab\u{1b}[2J where 100% of us write a space; fix with --fix: write a space
        notes/a,b.agd:5:1-5:1 hint agd/hint: here it ends
    "#]],
    );
}

#[test]
fn json() {
    check(
        OutputFormat::Json,
        &sample(),
        expect![[r#"
        {
          "files": 3,
          "diagnostics": [
            {
              "path": "notes/a,b.agd",
              "code": "agd/duplicate-id",
              "severity": "error",
              "message": "id \"size\" is already defined on line 1",
              "start": {
                "line": 3,
                "column": 10
              },
              "end": {
                "line": 3,
                "column": 14
              },
              "span": {
                "start": 37,
                "end": 41
              },
              "related": [
                {
                  "path": "notes/a,b.agd",
                  "message": "first defined here",
                  "start": {
                    "line": 1,
                    "column": 13
                  },
                  "end": {
                    "line": 1,
                    "column": 17
                  },
                  "span": {
                    "start": 14,
                    "end": 18
                  }
                }
              ]
            },
            {
              "path": "notes/a,b.agd",
              "code": "agd/odd",
              "severity": "warning",
              "message": "a tab\u001b[2J where 100% of us write a space",
              "start": {
                "line": 4,
                "column": 3
              },
              "end": {
                "line": 4,
                "column": 4
              },
              "span": {
                "start": 45,
                "end": 46
              },
              "related": [],
              "fix": {
                "title": "write a space",
                "edits": [
                  {
                    "span": {
                      "start": 45,
                      "end": 46
                    },
                    "text": " "
                  }
                ]
              }
            },
            {
              "path": "notes/a,b.agd",
              "code": "agd/hint",
              "severity": "hint",
              "message": "here it ends",
              "start": {
                "line": 5,
                "column": 1
              },
              "end": {
                "line": 5,
                "column": 1
              },
              "span": {
                "start": 54,
                "end": 54
              },
              "related": []
            }
          ]
        }
    "#]],
    );
}

#[test]
fn github() {
    check(
        OutputFormat::Github,
        &sample(),
        expect![[r#"
        ::error file=notes/a%2Cb.agd,line=3,endLine=3,col=10,endColumn=14,title=agd/duplicate-id::id "size" is already defined on line 1%0Afirst defined here: notes/a,b.agd:1:13
        ::warning file=notes/a%2Cb.agd,line=4,endLine=4,col=3,endColumn=4,title=agd/odd::a tab\u{1b}[2J where 100%25 of us write a space
        ::notice file=notes/a%2Cb.agd,line=5,endLine=5,col=1,endColumn=1,title=agd/hint::here it ends
    "#]],
    );
}

#[test]
fn sarif() {
    let odd = ODD
        .at(at("size", 1), "a size")
        .related(at("size", 0), "another size")
        .fix("take it away", vec![Edit::delete(at("size", 1))]);
    check(
        OutputFormat::Sarif,
        &report(TEXT, vec![odd]),
        expect![[r#"
        {
          "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
          "version": "2.1.0",
          "runs": [
            {
              "tool": {
                "driver": {
                  "name": "agmark",
                  "version": "0.1.0",
                  "rules": [
                    {
                      "id": "agd/odd",
                      "name": "odd",
                      "shortDescription": {
                        "text": "odd"
                      },
                      "fullDescription": {
                        "text": "Odd."
                      },
                      "help": {
                        "text": "Odd.",
                        "markdown": "Odd."
                      },
                      "defaultConfiguration": {
                        "level": "warning"
                      }
                    }
                  ]
                }
              },
              "columnKind": "unicodeCodePoints",
              "results": [
                {
                  "ruleId": "agd/odd",
                  "ruleIndex": 0,
                  "level": "warning",
                  "message": {
                    "text": "a size"
                  },
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "notes/a,b.agd",
                          "uriBaseId": "%SRCROOT%"
                        },
                        "region": {
                          "startLine": 3,
                          "startColumn": 10,
                          "endLine": 3,
                          "endColumn": 14,
                          "byteOffset": 37,
                          "byteLength": 4
                        }
                      }
                    }
                  ],
                  "relatedLocations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "notes/a,b.agd",
                          "uriBaseId": "%SRCROOT%"
                        },
                        "region": {
                          "startLine": 1,
                          "startColumn": 13,
                          "endLine": 1,
                          "endColumn": 17,
                          "byteOffset": 14,
                          "byteLength": 4
                        }
                      },
                      "message": {
                        "text": "another size"
                      }
                    }
                  ],
                  "fixes": [
                    {
                      "description": {
                        "text": "take it away"
                      },
                      "artifactChanges": [
                        {
                          "artifactLocation": {
                            "uri": "notes/a,b.agd",
                            "uriBaseId": "%SRCROOT%"
                          },
                          "replacements": [
                            {
                              "deletedRegion": {
                                "startLine": 3,
                                "startColumn": 10,
                                "endLine": 3,
                                "endColumn": 14,
                                "byteOffset": 37,
                                "byteLength": 4
                              },
                              "insertedContent": {
                                "text": ""
                              }
                            }
                          ]
                        }
                      ]
                    }
                  ]
                }
              ]
            }
          ]
        }
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
