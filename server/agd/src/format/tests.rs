use std::fmt::Write as _;
use std::sync::Arc;

use agmark_syntax::testing::{self, Random};
use agmark_syntax::{Document, Span, format};
use expect_test::{Expect, expect};
use proptest::prelude::*;

use crate::Agd;
use crate::lexical::line::SPACES;
use crate::samples::WORDS;
use crate::syntax::block::{Attribute, Block, Markup, MarkupKind, ValueKind};
use crate::syntax::read;
use crate::syntax::value;

fn formatted(text: &str) -> String {
    testing::formatted(Arc::new(Agd), text)
}

fn check(text: &str, expected: Expect) {
    let once = formatted(text);
    expected.assert_eq(&once);
    assert_same(text, &once);
}

/// Formatting again changes nothing, and the meaning stays.
fn assert_same(text: &str, once: &str) {
    assert_eq!(formatted(once), once, "not a fixed point: {text:?}");
    assert_eq!(meaning(once), meaning(text), "another meaning: {text:?}\n{once:?}");
    assert_eq!(errors(once), errors(text), "other errors: {text:?}\n{once:?}");
}

/// The codes and messages of all diagnostics except the two hints that formatting fixes.
fn errors(text: &str) -> Vec<String> {
    let found = testing::diagnostics(Arc::new(Agd), text);
    let words = found.lines().filter(|line| !line.starts_with(' ')).filter_map(|line| line.split_once(' '));
    words
        .map(|(_, words)| words.to_owned())
        .filter(|words| {
            !["agd/whitespace-line", "agd/byte-order-mark"].iter().any(|hint| words.contains(hint))
        })
        // Messages that count lines.
        .map(|words| words.split(" is already defined on line").next().unwrap_or("").to_owned())
        .collect()
}

/// The content of a document, block by block, without the code of the formatter.
fn meaning(text: &str) -> String {
    // Carriage returns before a line feed are part of the line ending, also in a fence.
    let lines: Vec<_> = text
        .split_inclusive('\n')
        .map(|line| match line.strip_suffix('\n') {
            Some(content) => format!("{}\n", content.trim_end_matches('\r')),
            None => line.to_owned(),
        })
        .collect();
    let text = lines.concat();
    let document = Document::new(Arc::new(Agd), &text);
    let mut out = String::new();
    for (start, chunk) in document.chunks().iter() {
        let piece = document.chunk_text(start, chunk);
        let tree = chunk.tree(&Agd, &piece).expect("it is small");
        for block in read::blocks(&tree, &piece) {
            describe(&block, &piece, &mut out);
        }
    }
    out
}

fn describe(block: &Block, text: &str, out: &mut String) {
    let _ = write!(out, "{:?} {:?}", block.kind, block.tag.text(text));
    if !block.has_tag() {
        let lines: Vec<_> =
            block.span.text(text).split('\n').map(|line| line.trim_end_matches(SPACES)).collect();
        let _ = write!(out, " {lines:?}");
    }
    let mut attributes: Vec<_> = block.attributes.iter().map(|a| attribute(a, text)).collect();
    attributes.sort();
    let _ = write!(out, " {attributes:?}");
    for id in &block.ids {
        let hash = id.hash.map(|hash| hash.text(text));
        let _ = write!(out, " id {:?} {hash:?}", id.identifier.span.text(text));
    }
    for target in &block.targets {
        let _ = write!(out, " to {:?}", target.span.text(text));
    }
    for part in &block.malformed {
        let _ = write!(out, " part {:?} {:?}", part.kind, part.span.text(text));
    }
    if let Some(span) = block.text {
        let _ = write!(out, " text {:?}", inline(span, &block.markup, text));
    }
    for item in &block.items {
        let _ = write!(out, "\n  item {:?}", inline(item.text, &block.markup, text));
    }
    if let Some(fence) = &block.fence {
        let body = fence.body.map_or("", |body| body.text(text));
        let _ = write!(out, "\n  body {:?} {body:?}", fence.close.is_some());
    }
    out.push('\n');
}

fn attribute(attribute: &Attribute, text: &str) -> (String, bool, String) {
    let is_string = !matches!(attribute.value_kind, ValueKind::Boolean | ValueKind::Integer);
    (attribute.name.text(text).to_owned(), is_string, value::text(attribute, text).into_owned())
}

fn inline(span: Span, markup: &[Markup], text: &str) -> Vec<(Option<MarkupKind>, String)> {
    let mut out = Vec::new();
    let mut at = span.start as usize;
    let plain = |from: usize, to: usize| (None, text[from..to].to_owned());
    for mark in markup.iter().filter(|mark| span.covers(mark.span)) {
        out.push(plain(at, mark.span.start as usize));
        let said = mark.target.map_or(mark.span, |target| target.span);
        out.push((Some(mark.kind), said.text(text).to_owned()));
        at = mark.span.end as usize;
    }
    out.push(plain(at, span.end as usize));
    out.retain(|(kind, text)| kind.is_some() || !text.is_empty());
    out
}

#[test]
fn canonical_form() {
    check(
        "\u{feff}\n@meta  title=\"Harbour\" author=\"ines\"\tyear=2024   open=true code=007\n\n\n\
         @h1   Harbour  rules[#rules   z=1 a=\"b\"]\n@p one  two \n@p[#empty]\n   \n\
         @ul   refs=\"#a, #b\"   [#list]\n-   ropes  \n-\n@ol\n@quote\n> fair   wind\n>  \n\
         @ref    #rules   [#back]\n@p see @ref   #rules.\n@include path=a/b.agd",
        expect![[r##"
            @meta author=ines code=007 open=true title=Harbour year=2024

            @h1 Harbour  rules [#rules a=b z=1]

            @p one  two

            @p [#empty]

            @ul refs="#a, #b" [#list]
            - ropes
            -

            @ol

            @quote
            > fair   wind
            >

            @ref #rules [#back]

            @p see @ref #rules.

            @include path="a/b.agd"
        "##]],
    );
}

#[test]
fn values() {
    check(
        r#"@x-a a="true" b=true c="5" d=5 e="" f=C:\new g="C:\new" h="say \"hi\"" i=x"y j="007" k=+5"#,
        expect![[r#"
            @x-a a="true" b=true c="5" d=5 e="" f="C:\\new" g="C:\\new" h="say \"hi\"" i="x\"y" j=007 k="+5"
        "#]],
    );
}

#[test]
fn fences() {
    check(
        "@code lang=c\n\n\n~~~~~  \nint x;  \n\n~~~~~\n@code\n~~~\n~~~\n@code\n~~~~\n~~~\n~~~~~ \n ~~~\n~~~~\n@x-a\n@raw\r\n~~~\r\na\r\n\r\nb\r\n~~~\r\n",
        expect![[r#"
            @code lang=c
            ~~~
            int x;  

            ~~~

            @code
            ~~~

            ~~~

            @code
            ~~~~~~
            ~~~
            ~~~~~ 
             ~~~
            ~~~~~~

            @x-a

            @raw
            ~~~
            a

            b
            ~~~
        "#]],
    );
}

#[test]
fn comments_stay_where_they_are() {
    check(
        "@! top  \n\n\n\n@! next\n@p one\n@! close\n@p two\n\n@! apart\n\n\n@p three\n@! last\n\n",
        expect![[r#"
            @! top

            @! next
            @p one
            @! close
            @p two

            @! apart

            @p three
            @! last
        "#]],
    );
}

#[test]
fn what_has_errors_is_left_as_it_is() {
    check(
        "@p  good\n@H1   bad   [#x]  \n@ul  a   b=1\n-   item  \n\n\n@p  good\n  stray  \n\n\n\n  more\n- stray\n\n\n- items\n@code  x=\"a\n\n~~~\n\ncode\n",
        expect![[r#"
            @p good

            @H1   bad   [#x]  

            @ul  a   b=1
            -   item  

            @p good
              stray  

              more
            - stray


            - items

            @code  x="a

            ~~~

            code
        "#]],
    );
}

#[test]
fn a_list_after_a_blank_line_stays_apart() {
    check(
        "@ul\n- a\n\n\n- b\n",
        expect![[r#"
        @ul
        - a

        - b
    "#]],
    );
}

#[test]
fn nothing_stays_nothing() {
    for text in ["", "\n", " \n\t\n\n", "\u{feff}", "\r\n"] {
        check(text, expect![[""]]);
    }
}

#[test]
fn random_documents_keep_their_meaning() {
    let mut random = Random(0xf0);
    for _ in 0..3_000 {
        let text = random.text(WORDS, 40);
        assert_same(&text, &formatted(&text));
    }
    for _ in 0..40 {
        let text = random.text(WORDS, 600);
        assert_same(&text, &formatted(&text));
    }
}

#[test]
fn pieces_do_not_matter() {
    let mut random = Random(0xf1);
    for _ in 0..60 {
        // Formats write LF.
        let text = agmark_syntax::Ending::Lf.write(&random.text(WORDS, 500)).into_owned();
        let document = Document::new(Arc::new(Agd), &text);
        let whole = agmark_syntax::parse::parse(&crate::syntax::syntax_kind::language(), &text, None)
            .expect("it is small");
        let state = agmark_syntax::State::default();
        let piece = agmark_syntax::Piece { text: &text, tree: &whole, state: &state };
        let in_pieces = format::format_document(&document).expect("there is formatting");
        assert_eq!(in_pieces.text, super::format(&piece).text, "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_words_keep_their_meaning(words in prop::collection::vec(prop::sample::select(WORDS), 0..60)) {
        let text = words.concat();
        assert_same(&text, &formatted(&text));
    }
}
