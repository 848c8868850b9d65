//! The outline, names, links and folds of documents, and hovers.

use std::sync::Arc;

use agd::Agd;
use agmark_syntax::world::EmptyWorld;
use agmark_syntax::{
    Candidate, Claim, Document, Edit, FoldKind, Format, Name, Span, SuppressionKind, outline, testing,
};
use expect_test::{Expect, expect};

fn document(text: &str) -> Document {
    Document::new(Arc::new(Agd), text)
}

#[test]
fn outline_of_sections() {
    let text = "@meta title=Rules\n\n@h1 The *old* `harbour` [#top]\n@p Text. [#first]\n@h2 Gear\n@ul desc=\"what to bring\" [#gear]\n- ropes\n\
                @h3 At @ref #top\n@h4\n@h2 Fees [#fees]\n@code [#code]\n~~~\n~~~\n@p no id\n@h1 [#last]\n";
    expect![[r#"
        @meta Rules Property 1-1
        The old harbour #top Section 3-14
          #first p String 4-4
          Gear  Section 5-9
            #gear ul: what to bring Array 6-7
            At #top  Section 8-9
              @h4 h4 Section 9-9
          Fees #fees Section 10-14
            #code code Function 11-13
        #last h1 Section 15-15
    "#]]
    .assert_eq(&testing::symbols(Arc::new(Agd), text));
}

#[test]
fn names_and_links() {
    let text = "@h1 A [#a]\n@p see @ref #b and *@ref #c* [#p refs=\"#a, x/y.agd#z\"]\n@ul refs=#a\n- @ref   #d\n@quote\n> @ref #e\n\
                @ref #a [#r:12]\n@include path=\"more files/b.agd\"\n@ol [#1] \n@lst @ref #f [#g]\n- @ref #h\n";
    expect![[r#"
        1:9-1:10 def id a global
        2:32-2:33 def id p global
        7:11-7:12 def id r global
        2:14-2:15 ref id b File
        2:41-2:42 ref id a File
        2:52-2:53 ref id z Other("x/y.agd")
        3:11-3:12 ref id a File
        4:11-4:12 ref id d File
        6:9-6:10 ref id e File
        7:7-7:8 ref id a File
        2:44-2:51 link File x/y.agd
        8:16-8:32 link Import more files/b.agd
        10:16-10:17 def id g global
        10:12-10:13 ref id f File
        11:9-11:10 ref id h File
    "#]]
    .assert_eq(&testing::names(Arc::new(Agd), text));
}

#[test]
fn folds() {
    let text = "@! one\n@! two\n@! three\n@h1 A\n@ul\n- a\n- b\n@ol\n@code\n\n~~~\nx\n~~~\n@p b\nstray\nlines\n@! alone\n@quote\n> q\n";
    let document = document(text);
    let line = |offset: u32| document.text().line_of(offset as usize) + 1;
    let found = outline::folds(&document);
    let folds: Vec<_> = found.iter().map(|f| (line(f.span.start), line(f.span.end))).collect();
    assert_eq!(folds, [(1, 3), (4, 19), (5, 7), (9, 13), (15, 16), (18, 19)]);
    assert_eq!(found[0].kind, FoldKind::Comment);
    assert!(found[1..].iter().all(|fold| fold.kind == FoldKind::Block), "sections and bodies are blocks");
}

fn allow(text: &str, expected: Expect) {
    let at = text.find('$').expect("a cursor");
    let text = text.replacen('$', "", 1);
    let document = document(&text);
    let edit =
        |kind| Agd.suppress(&document, Span::at(at), "agd/some-rule", kind).expect("there are comments");
    let (here, file) = (edit(SuppressionKind::Local), edit(SuppressionKind::File));
    expected.assert_eq(&format!("{}---\n{}", Edit::apply(&text, &[here]), Edit::apply(&text, &[file])));
}

#[test]
fn comments_that_silence() {
    allow(
        "@p a\n@ul\n- i$tem\n",
        expect![[r#"
        @p a
        @! agmark: allow agd/some-rule
        @ul
        - item
        ---
        @! agmark: allow-file agd/some-rule
        @p a
        @ul
        - item
    "#]],
    );
    allow(
        "@p a\n\n@! agmark: allow other\n@u$l\n",
        expect![[r#"
        @p a

        @! agmark: allow other, agd/some-rule
        @ul
        ---
        @! agmark: allow-file agd/some-rule
        @p a

        @! agmark: allow other
        @ul
    "#]],
    );
    allow(
        "\u{feff}@! agmark: allow-file other\n$@p a\n",
        expect![[r#"
        ﻿@! agmark: allow-file other
        @! agmark: allow agd/some-rule
        @p a
        ---
        ﻿@! agmark: allow-file agd/some-rule
        @! agmark: allow-file other
        @p a
    "#]],
    );
    allow(
        "@code\n~~~\n$body\n~~~\n",
        expect![[r#"
        @! agmark: allow agd/some-rule
        @code
        ~~~
        body
        ~~~
        ---
        @! agmark: allow-file agd/some-rule
        @code
        ~~~
        body
        ~~~
    "#]],
    );
    // Between blocks, in a chunk that starts later.
    let text = format!("{}\n@p b\n \t\n@p c\n", "@p a long line, and many like it\n".repeat(100));
    let at = text.find("\t").expect("it is there");
    let edit = Agd
        .suppress(&document(&text), Span::at(at), "agd/whitespace-line", SuppressionKind::Local)
        .expect("there are comments");
    let silenced = Edit::apply(&text, &[edit]);
    assert!(silenced.ends_with("@p b\n@! agmark: allow agd/whitespace-line\n \t\n@p c\n"), "{silenced}");
    assert_eq!(testing::diagnostics(Arc::new(Agd), &silenced), "");
}

#[test]
fn rename() {
    let id = Name::new("id", "a");
    assert_eq!(Agd.check_name(&id, "#new-name"), Ok("new-name".to_owned()));
    assert_eq!(Agd.check_name(&id, "_2"), Ok("_2".to_owned()));
    for bad in ["", "2a", "a b", "ä", "#"] {
        let error = Agd.check_name(&id, bad).expect_err(bad);
        assert!(error.contains("letters, digits"), "{error}");
    }
}

#[test]
fn hover_on_tags() {
    let text = "@quote [#q]\n> see @ref #q\n@code\n~~~\n@quote\n~~~\n@x-own\n@nothing\n";
    let document = document(text);
    let hover = |needle: &str, n: usize| {
        let at = text.match_indices(needle).nth(n).expect(needle).0 + 2;
        Agd.hover(&document, &EmptyWorld, at)
            .map(|h| (h.markdown.lines().next().unwrap_or("").to_owned(), h.span.text(text).to_owned()))
    };
    let (words, span) = hover("@quote", 0).expect("a tag");
    assert!(words.starts_with("`@quote`: A quotation"), "{words}");
    assert_eq!(span, "@quote");
    assert_eq!(hover("@ref", 0).map(|h| h.1), Some("@ref".to_owned()));
    assert_eq!(hover("@x-own", 0).map(|h| h.1), Some("@x-own".to_owned()));
    assert_eq!(hover("@quote", 1), None);
    assert_eq!(hover("@nothing", 0), None);
    assert_eq!(hover("see", 0), None);
}

#[test]
fn texts_without_a_file() {
    let claims = |text: &str| {
        Agd.claim(&Candidate {
            path: None,
            language: None,
            text: &text,
            surroundings: agmark_syntax::Surroundings::NONE,
        }) == Claim::Own
    };
    assert!(claims("@meta title=x\n"));
    assert!(claims("\u{feff}\n\n@h2 Title\n"));
    for other in ["", "# Title", "@p text", "@Component({})\nclass A {}", "@h5 x", " @h1 x"] {
        assert!(!claims(other), "{other}");
    }
}

#[test]
fn what_a_comment_cannot_silence() {
    let document = document("@p a\n");
    for (rule, can) in [
        ("agd/unknown-tag", false),
        ("agd/duplicate-id", false),
        ("agd/dangling-reference", true),
        ("agd/stale-hash", true),
        ("some-other/rule", true),
    ] {
        for kind in SuppressionKind::ALL {
            assert_eq!(Agd.suppress(&document, Span::at(0), rule, kind).is_some(), can, "{rule}");
        }
    }
}

/// Semantic tokens replace the colours of the editor, so the server colours no text in another language.
#[test]
fn text_in_a_language_of_its_own_is_left_to_it() {
    let text = "@code lang=python\n~~~\nx = 1\n~~~\n\n@code desc=\"a b\" lang=\"c\" [#c]\n~~~\nint y;\n~~~\n\n\
                @raw type=html\n~~~\n<p>\n~~~\n\n@table format=csv\n~~~\na,b\n~~~\n\n@x-note lang=md\n~~~\n# z\n~~~\n\n\
                @code\n~~~\nplain\n~~~\n";
    let document = document(text);
    let highlighter = agmark_syntax::highlight::Highlighter::new(&Agd);
    let mut coloured = Vec::new();
    for (start, chunk) in document.chunks().iter() {
        let source = document.chunk_text(start, chunk);
        for token in chunk.tokens(&Agd, &highlighter, &source) {
            let from = token.start as usize;
            coloured.push(source[from..from + token.len as usize].trim().to_owned());
        }
    }
    for inside in ["x = 1", "int y;", "<p>", "a,b", "# z"] {
        assert!(coloured.iter().all(|token| !token.contains(inside)), "{inside}: {coloured:?}");
    }
    for own in ["@code", "python", "\"c\"", "plain", "~~~"] {
        assert!(coloured.iter().any(|token| token == own), "{own}: {coloured:?}");
    }
}
