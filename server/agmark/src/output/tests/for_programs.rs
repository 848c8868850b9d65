//! The formats that programs read.

use agmark_syntax::Edit;
use expect_test::expect;

use super::{ODD, TEXT, at, check, report, sample};
use crate::output::OutputFormat;

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
