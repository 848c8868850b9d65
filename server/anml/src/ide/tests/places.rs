//! Hover, typing, lenses.

use std::sync::Arc;

use agmark_syntax::{Document, Format, LensOptions};
use expect_test::{Expect, expect};

use super::{SNAPSHOT, applied, own, text, workspace};
use crate::Anml;

fn hover(files: &[(&str, &str)], expect: &Expect) {
    let (files, at) = workspace(files);
    let document = own(&files);
    let said = document.format().hover(document, &files, at);
    expect.assert_eq(
        &said.map_or("nothing".to_owned(), |h| format!("{}: {}", h.span.text(&text(&files)), h.markdown)),
    );
}

#[test]
fn hovers() {
    let page = "main\n  form \"Pay\"\n    h2 \"Card\"\n    textbox#e1 \"Number\"\n      ~ 2 hints (expand #e1)\n    button#e2 \"Pay\"\n";
    let at = |word: &str, cursor: &str| page.replacen(word, cursor, 1);
    hover(
        &[("a.anml", &at("form", "fo$0rm"))],
        &expect![[r#"
        form: **form**: structural role

        Fields that are sent together.

        In `main`. 38 tokens, with 4 lines below it."#]],
    );
    hover(
        &[("a.anml", &at("h2", "h$02"))],
        &expect![[r#"
        h2: **h2**: content role

        A heading of the second level.

        In ARIA: `heading [level=2]`.

        In `main` › `form "Pay"`. 6 tokens."#]],
    );
    hover(&[("a.anml", &at("#e2", "#$0e2"))], &expect![[r##"#e2: In `main` › `form "Pay"`. 8 tokens."##]]);
    hover(
        &[("a.anml", &at("2 hints", "2 hi$0nts"))],
        &expect![[r#"
        ~ 2 hints (expand #e1): **~**: summary

        Stands for what the source has here and the document does not show: `2 hints (expand #e1)`.

        `expand #e1` asks for it."#]],
    );
    hover(
        &[("a.anml", "---\ntype: diff\n---\n~ ... 3 un$0changed\n")],
        &expect![
            "~ ... 3 unchanged: **~** in a diff: the next 3 elements or lines on this level are as they were."
        ],
    );
    hover(
        &[("login.anmla", "fi$0ll #e1 \"x\"\n"), SNAPSHOT],
        &expect![[r#"
        fill: **fill**: action

        Puts a text into a field, in place of what it holds.

        `fill #e1 "text"`"#]],
    );
    hover(
        &[("login.anmla", "fill #$0e1 \"x\"\n"), SNAPSHOT],
        &expect!["#e1: A textbox: takes `click`, `fill`, `hover`, `scroll`, `keys`, `text`."],
    );
}

/// What becomes of a text after the character before the cursor was typed.
fn typed(typed: &str, expect: &Expect) {
    let (files, at) = workspace(&[("a.anml", typed)]);
    let document = own(&files);
    let source = text(&files);
    // Editors indent the new line before they ask.
    let last = source[..at].trim_end_matches(' ').chars().last().expect("something typed");
    let edits = document.format().on_type(document, at, last);
    expect.assert_eq(&applied(&source, &edits).replace(' ', "·"));
}

#[test]
fn enter_keeps_or_deepens_the_indent() {
    typed(
        "main\n  p \"a\"\n$0\n",
        &expect![[r#"
        main
        ··p·"a"
        ··
    "#]],
    );
    typed(
        "main\n  form \"x\"\n$0\n",
        &expect![[r#"
        main
        ··form·"x"
        ····
    "#]],
    );
    typed(
        "main\n  > text\n      $0\n",
        &expect![[r#"
            main
            ··>·text
            ··
        "#]],
    );
    typed(
        "---\nurl: x\n$0\n---\n",
        &expect![[r#"
        ---
        url:·x

        ---
    "#]],
    );
    typed(
        "main\n$0p \"a\"\n",
        &expect![[r#"
        main
        p·"a"
    "#]],
    );
}

#[test]
fn cells_align() {
    typed(
        "table\n  | Name | Age |\n  | Jo | 3 |$0\n  |x|\\||\n",
        &expect![[r#"
        table
        ··|·Name·|·Age·|
        ··|·Jo···|·3···|
        ··|·x····|·\|··|
    "#]],
    );
    typed(
        "p \"a\"\n> |$0\n",
        &expect![[r#"
        p·"a"
        >·|
    "#]],
    );
}

#[test]
fn lenses_count_tokens() {
    let document =
        Document::new(Arc::new(Anml), &"main\n  p \"some words\"\n  button#e1 \"Go\"\n".repeat(200));
    let show = LensOptions { tokens: true };
    let world = agmark_syntax::world::EmptyWorld;
    let lenses = Anml.code_lenses(&document, &world, show);
    let titles: Vec<_> = lenses.iter().filter_map(|lens| Anml.lens_title(&document, &world, lens)).collect();
    let text = document.text().slice(0..document.text().len()).into_owned();
    assert_eq!(titles[0], agmark_tokens::words(agmark_tokens::count(&text)));
    expect![[r#"
        3,200 tokens
        1,406 tokens with what agents act on alone"#]]
    .assert_eq(&titles.join("\n"));
    assert_eq!(Anml.code_lenses(&document, &world, LensOptions::default()), []);
}
