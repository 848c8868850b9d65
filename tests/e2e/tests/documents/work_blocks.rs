//! Twice the text takes about twice the work: documents of blocks (AGD) and of elements (ANML). See [`crate::work`].

use crate::work::{Shape, check, depth, many};

#[test]
fn agd_takes_work_as_large_as_the_text() {
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
fn anml_takes_work_as_large_as_the_text() {
    const SHAPES: &[Shape] = &[
        ("many elements", |n| many(n, |i| format!("button#e{} \"Go {i:06}\"\n", i + 1))),
        ("one ref many times", |n| many(n, |_| "button#e1 \"Go\"\n".to_owned())),
        ("many references to one element", |n| {
            "textbox#e1 \"Name\"\n".to_owned() + &many(n, |_| "label \"Name\" for=#e1\n".to_owned())
        }),
        ("dangling references", |n| {
            many(n, |i| format!("button#e{} \"Go\"\n", i + 1))
                + &many(n, |i| format!("label \"Name\" for=#f{i:06}\n"))
        }),
        ("missing refs", |n| many(n, |_| "button \"Go\"\n".to_owned())),
        ("refs that fall", |n| many(n, |i| format!("button#e{} \"Go\"\n", n - i))),
        ("deep nesting", |n| many(depth(n), |i| format!("{}list\n", "  ".repeat(i)))),
        ("indents that skip levels", |n| many(depth(n), |i| format!("{}list\n", "   ".repeat(i)))),
        ("unknown roles", |n| many(n, |i| format!("buton{i:06} \"Go\"\n"))),
        ("bare states", |n| many(n, |_| "button#e1 \"Go\" disabled primary odd\n".to_owned())),
        ("many attributes on one element", |n| {
            format!("button#e1 \"Go\" {}\n", many(n, |i| format!("k{i:06}={i:06} ")))
        }),
        ("one attribute many times", |n| format!("button#e1 \"Go\" {}\n", "href=/ ".repeat(n))),
        ("many states on one element", |n| format!("button#e1 \"Go\" {}\n", "[checked] ".repeat(n))),
        ("many texts on one element", |n| format!("button#e1 {}\n", "\"Go\" ".repeat(n))),
        ("a long table", |n| {
            "table \"T\"\n  | A | B |\n".to_owned() + &many(n, |i| format!("  | {i:06} | x |\n"))
        }),
        ("rows of another width", |n| {
            "table \"T\"\n  | A | B |\n".to_owned() + &many(n, |i| format!("  | {i:06} |\n"))
        }),
        ("a wide table", |n| {
            let row = |word: &str| format!("  |{}\n", format!(" {word} |").repeat(n));
            format!("table \"T\"\n{}{}", row("A"), row("x"))
        }),
        ("elements in cells", |n| {
            "table \"T\"\n  | A |\n".to_owned() + &many(n, |i| format!("  | button#e{} \"Go\" |\n", i + 1))
        }),
        ("summaries", |n| many(n, |i| format!("main\n  ~ {i} links\n"))),
        ("comments that allow", |n| {
            many(n, |_| "// agmark: allow anml/missing-ref\nbutton \"Go\"\n".to_owned())
        }),
        ("one long text", |n| format!("p \"{}\"\n", "word ".repeat(n * 20))),
        ("bad escapes", |n| format!("p \"{}\"\n", "\\d ".repeat(n))),
        ("a long front matter", |n| {
            format!("---\n{}---\nmain\n", many(n, |i| format!("key{i:06}: {i:06}\n")))
        }),
        ("one key many times", |n| format!("---\n{}---\nmain\n", "title: x\n".repeat(n))),
        ("a long filter", |n| format!("---\nfilter: {}\n---\nmain\n", many(n, |i| format!("role{i:06}, ")))),
        ("a long diff", |n| {
            "---\ntype: diff\nbase: x\n---\nmain\n".to_owned()
                + &many(n, |i| format!("  + button#e{} \"Go\"\n", i + 1))
        }),
    ];
    check("anml", SHAPES, 500);
}
