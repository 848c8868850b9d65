//! The formats that programs read.

use agmark_syntax::Edit;
use expect_test::{expect, expect_file};

use super::{ODD, TEXT, at, check, report, sample, text};
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
    expect_file!["./report.json"].assert_eq(&text(OutputFormat::Json, &sample()));
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
    expect_file!["./report.sarif"].assert_eq(&text(OutputFormat::Sarif, &report(TEXT, vec![odd])));
}
