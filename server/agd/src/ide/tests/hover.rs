use std::fmt::Write as _;

use agmark_syntax::{Format, LensOptions, Name, Span};
use expect_test::{Expect, expect};

use super::{files, own, place};
use crate::Agd;

fn hover(text: &str, expected: Expect) {
    let (text, at) = place(text);
    let files = files(&text);
    let hover = Agd.hover(own(&files), &files, at.start as usize);
    expected.assert_eq(&hover.map_or_else(String::new, |hover| {
        let first = hover.markdown.lines().next().unwrap_or("").to_owned();
        format!("{}: {first}", hover.span.text(&text))
    }));
}

#[test]
fn hashes_say_whether_they_hold() {
    hover(
        "@p Open all year. [#open:8d6‸c]\n",
        expect![":8d6c: hash `8d6c`: the content has not changed since the hash was written"],
    );
    hover(
        "@p Open in summer. [#open:8d‸6c5b4a k=v]\n",
        expect![":8d6c5b4a: hash `8d6c5b4a`: **stale**: the content now hashes to `bfd45128`"],
    );
    hover(
        "@ul k=1 k=2 [#open:8‸d6c]\n",
        expect![":8d6c: hash `8d6c`: the block has errors, so its hash is unknown"],
    );
}

#[test]
fn keys_say_what_they_are_for() {
    hover(
        "@code la‸ng=c\n~~~\n~~~\n",
        expect!["lang: `lang=`: The language of the code, in lower case. Highlighting uses it."],
    );
    hover("@p text [#a la‸ng=de]\n", expect!["lang: `lang=`: The natural language of the text: `en`, `de`."]);
    hover("@meta colour‸=red\n", expect![[""]]);
}

#[test]
fn names_say_what_they_cost() {
    assert_eq!(Agd.describe(&Name::new("id", "a"), "hello world"), "2 tokens");
    assert!(Agd::INFO.namespace("id").counts_references);
}

#[test]
fn titles_beside_references() {
    let text = "@p see @ref #fees, @ref #gear, @ref #gone and @ref #deck [#p refs=\"#x1, other.agd#top\"]\n\n\
                @h2 What *it* costs, at night and in fog, in winter and summer [#fees]\n\n@ul desc=\"what to bring\" [#gear]\n\n\
                @h3 Deck [#deck]\n\n@h3 [#x1]\n=== other.agd\n@h1 The top [#top]\n";
    let files = files(text);
    let document = own(&files);
    let mut out = String::new();
    for hint in Agd.inlay_hints(document, &files, Span::new(0, document.text().len())) {
        let before = document.text().slice(hint.at.saturating_sub(5)..hint.at).into_owned();
        let _ = writeln!(out, "{before} {} ({})", hint.label, hint.tooltip);
    }
    expect![[r#"
        #fees What it costs, at night and in fog, in w… (What it costs, at night and in fog, in winter and summer)
        #gear what to bring (what to bring)
        d#top The top (The top)
    "#]].assert_eq(&out);
    assert_eq!(Agd.inlay_hints(document, &files, Span::new(0, 20)).len(), 1);
}

#[test]
fn sections_say_what_they_cost() {
    let files = files("@h1 A\n\n@p one two three\n\n@h2 B\n\n@p four\n\n@h1 C\n");
    let document = own(&files);
    assert!(Agd.code_lenses(document, &files, LensOptions::default()).is_empty());
    let lenses = Agd.code_lenses(document, &files, LensOptions { tokens: true });
    let title = |lens: &agmark_syntax::Lens| {
        let line = document.text().line_of(lens.span.start as usize) + 1;
        format!("{line}: {}", Agd.lens_title(document, &files, lens).expect("it is of this document"))
    };
    let titles: Vec<_> = lenses.iter().map(title).collect();
    expect![[r#"
        1: 19 tokens
        5: 8 tokens
        9: 4 tokens"#]]
    .assert_eq(&titles.join("\n"));
    let mut late = lenses[0].clone();
    late.span.end += 1000;
    assert_eq!(Agd.lens_title(document, &files, &late), None);
}
