//! AGD: the general tests, and the sizes of text that could take too much work.

use crate::work::{Shape, check, many};

// Of a tag that is put in the place of another one.
general_tests!("agd", unfinished: &["agd/fence-expected", "agd/missing-target"]);

#[test]
fn work_is_as_large_as_the_text() {
    const SHAPES: &[Shape] = &[
        ("many blocks", |n| many(n, |i| format!("@p Text {i:06} [#p{i:06}]\n\n"))),
        ("one id many times", |n| many(n, |_| "@p Text [#same]\n\n".to_owned())),
        ("many references to one id", |n| {
            "@h1 It [#it]\n\n".to_owned() + &many(n, |_| "@p See @ref #it\n\n".to_owned())
        }),
        ("dangling references", |n| {
            many(n, |i| format!("@h2 Title [#name{i:06}]\n\n"))
                + &many(n, |i| format!("@p See @ref #nmae{i:06}\n\n"))
        }),
        ("many references in one attribute", |n| {
            format!("@p x [#a refs=\"{}\"]\n", many(n, |i| format!("#b{i:06}, ")))
        }),
        ("references into many files", |n| many(n, |i| format!("@x-note refs=\"f{i:06}.agd#a\"\n\n"))),
        ("many headings", |n| many(n, |i| format!("@h{} Title {i:06}\n\n", i % 4 + 1))),
        ("many headings of one name", |n| many(n, |_| "@h2 Title\n\n".to_owned())),
        ("a long list", |n| "@ul\n".to_owned() + &many(n, |i| format!("- item {i:06}\n"))),
        ("a long table", |n| {
            "@table\n~~~\na,b,c\n".to_owned() + &many(n, |i| format!("{i:06},x,y\n")) + "~~~\n"
        }),
        ("rows of another width", |n| {
            "@table\n~~~\na,b,c\n".to_owned() + &many(n, |i| format!("{i:06}\n")) + "~~~\n"
        }),
        ("fences that are not closed", |n| many(n, |_| "@code\n~~~~\ntext\n\n".to_owned())),
        ("a long code block", |n| "@code\n~~~\n".to_owned() + &"print(1)\n".repeat(n) + "~~~\n"),
        ("allow comments", |n| many(n, |_| "@! agmark: allow agd/unknown-tag\n@h5 Title\n\n".to_owned())),
        ("allow comments for the file", |n| {
            many(n, |_| "@! agmark: allow-file agd/unknown-tag\n".to_owned()) + &"@h5 Title\n\n".repeat(n)
        }),
        ("a run of comments", |n| "@! a comment\n".repeat(n) + "@p Text\n"),
        ("unknown rules", |n| many(n, |i| format!("@! agmark: allow duplicate-ix{i:06}\n"))),
        ("unknown tags", |n| many(n, |i| format!("@heading{i:06} x\n\n"))),
        ("stray text", |n| many(n, |i| format!("text {i:06}\n\n"))),
        ("many attributes on one block", |n| {
            format!("@p x [#a {}]\n", many(n, |i| format!("k{i:06}={i:06} ")))
        }),
        ("one attribute many times", |n| format!("@p x [#a {}]\n", "lang=en ".repeat(n))),
        ("one long line", |n| format!("@p {}\n", "word *bold* `code` ".repeat(n * 10))),
        ("markup that is not closed", |n| format!("@p {}\n", "*word _word `word ".repeat(n))),
        ("a long header", |n| format!("@meta {}\n", many(n, |i| format!("key{i:06}={i:06} ")))),
    ];
    check("agd", SHAPES, 500);
}

#[test]
fn an_undefined_name_is_compared_with_some_of_many_names() {
    crate::work_requests::check_undefined("agd", |i, undefined| {
        let used = if undefined { "nmae" } else { "name" };
        format!("@p Text [#name{i:06}]\n\n@p See @ref #{used}{i:06}\n\n")
    });
}

#[test]
fn answers_are_as_large_as_the_edit() {
    crate::work_requests::check("agd", "@meta title=\"Bench\"\n", |i| {
        format!(
            "@h2 Title words [#sec-{i}]\n@p Some more words here [#p-{i}]\n@ul\n- one\n- two\n\
             @code lang=python desc=\"x\" [#code-{i}]\n~~~\nprint({i})\n~~~\n@ref #sec-{i}\n"
        )
    });
}
