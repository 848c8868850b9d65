//! ANML: the general tests, how fixes are applied, and the sizes of text that could take too much work.

use agmark_syntax::Applicability::{Automatic, Likely, Offered};

use crate::work::{Shape, check, depth, many};
use crate::fixes;

// Of an attribute before its value, and of a cell before its end.
general_tests!("anml", unfinished: &["anml/missing-value", "anml/unclosed-row"]);

#[test]
fn a_fix_is_automatic_only_where_it_keeps_everything() {
    // A backslash before a sign may escape it; beside a legal escape it may be a path whose other half is wrong.
    const CASES: &[fixes::Case<'_>] = &[
        (r#"p "C:\Dir""#, "anml/bad-escape", &[Automatic]),
        (r#"p "it\'s""#, "anml/bad-escape", &[Offered]),
        (r#"p "C:\Dir\new""#, "anml/bad-escape", &[Offered]),
        ("h1 \"A\" level=1", "anml/redundant-level", &[Automatic]),
        ("h1 \"A\" level=1 level=2", "anml/redundant-level", &[]),
        ("Button#e1 \"A\"", "anml/bad-role", &[Automatic]),
        ("list-item \"A\"", "anml/bad-role", &[Offered]),
        ("buttom#e1 \"A\"", "anml/unknown-role", &[Likely]),
    ];
    fixes::check_cases("anml", CASES);
}

#[test]
fn work_is_as_large_as_the_text() {
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

#[test]
fn answers_are_as_large_as_the_edit() {
    crate::work_requests::check("anml", "---\nurl: https://example.com\ntitle: Example\n---\nmain\n", |i| {
        format!(
            "  section#e{}1 \"Some words\"\n    p \"More words\"\n    form#e{i}2\n      \
             textbox#e{i}3 \"Email\" maxlength=100 [required]\n      button#e{i}4 \"Send\" for=#e{i}3\n",
            i
        )
    });
}
