use agmark_syntax::{Action, ActionKind, Change, Format, Outcome, Request};
use expect_test::{Expect, expect};

use super::{edited, files, own, place};
use crate::{Agd, parse};

/// The rewriting actions at a place, each with the document that it gives.
fn check(text: &str, expected: Expect) {
    let (text, selection) = place(text);
    let files = files(&text);
    let document = own(&files);
    let mut out = String::new();
    for Action { title, kind, change } in Agd.code_actions(document, &files, selection) {
        if kind != ActionKind::Rewrite {
            continue;
        }
        let edits = match change {
            Change::Edits(edits) => edits,
            Change::Command(command, options) => {
                let request = Request { document, world: &files, selection, options: &options };
                match Agd.execute(command, &request) {
                    Ok(Outcome::Edits(edits)) => edits,
                    other => panic!("{title}: {other:?}"),
                }
            }
            Change::Files(_) => panic!("{title} is about this file"),
        };
        let after = edited(document, &edits);
        if parse(&text).is_ok() {
            assert!(parse(&after).is_ok(), "{title} breaks it: {after}");
        }
        out.push_str(&format!("--- {title}\n{after}"));
    }
    expected.assert_eq(&out);
}

#[test]
fn an_id_for_one_block() {
    check(
        "@h1 Fe‸es\n\n@h2 x [#fees]\n",
        expect![[r#"
        --- add the id #fees-2
        @h1 Fees [#fees-2]

        @h2 x [#fees]
    "#]],
    );
    check(
        "@code lang=c\n~~~\nint ‸x;\n~~~\n",
        expect![[r#"
        --- add the id #code-1
        @code lang=c [#code-1]
        ~~~
        int x;
        ~~~
    "#]],
    );
    check("@h1 has [#has]‸\n", expect![[""]]);
    check("@! not‸e\n", expect![[""]]);
}

#[test]
fn attributes_in_order() {
    check(
        "@meta title=\"a b\" author=‸x  n=1 [#m]\n",
        expect![[r#"
        --- sort the attributes
        @meta author=x n=1  title="a b" [#m]
    "#]],
    );
    check(
        "@p text [#p ‸z=1 a=2]\n",
        expect![[r#"
        --- sort the attributes
        @p text [#p a=2 z=1]
    "#]],
    );
}

#[test]
fn paragraphs_split_and_join() {
    check(
        "@p One and‸ *two*. [#p k=v]\n",
        expect![[r#"
        --- split the paragraph here
        @p One and [#p k=v]

        @p *two*.
    "#]],
    );
    check("@p One *an‸d two*. [#p]\n", expect![[""]]);
    check(
        "@p ‸One.\n\n@p Two. [#two k=v]\n\n@p Three. [#three]\n",
        expect![[r#"
        --- add the id #p-1
        @p One. [#p-1]

        @p Two. [#two k=v]

        @p Three. [#three]
        --- join the two paragraphs
        @p One. Two. [#two k=v]

        @p Three. [#three]
    "#]],
    );
    check("@p ‸One. [#one]\n\n@p Two. [#two]\n", expect![[""]]);
    check(
        "@p O‸ne. [#p]\n@! note\n@p Two.\n",
        expect![[r#"
        --- split the paragraph here
        @p O [#p]

        @p ne.
        @! note
        @p Two.
    "#]],
    );
    check(
        "@p One.‸ [#p]\n\n@p Two.\n\n@p Th‸ree.\n\n@p Four.\n",
        expect![[r#"
        --- join 3 paragraphs
        @p One. Two. Three. [#p]

        @p Four.
        --- wrap in a fence
        @code
        ~~~
        @p One. [#p]

        @p Two.

        @p Three.
        ~~~

        @p Four.
    "#]],
    );
    // Text that would read as an id stays inside of a paragraph.
    check(
        "@p See [#x]‸ and more.\n",
        expect![[r#"
        --- add the id #p-1
        @p See [#x] and more. [#p-1]
    "#]],
    );
}

#[test]
fn paragraphs_join_over_chunks() {
    let long = "a word ".repeat(300);
    let text = format!("@p {long}\n\n@p ‸{long}\n\n@p short\n\n@p {long}\n");
    let (plain, selection) = place(&text);
    let files = files(&plain);
    let document = own(&files);
    assert!(document.chunks().len() > 1);
    let actions = Agd.code_actions(document, &files, selection);
    let join = actions.iter().find(|action| action.title.starts_with("join")).expect("there are two");
    let Change::Edits(edits) = &join.change else { panic!("{join:?}") };
    assert_eq!(parse(&edited(document, edits)).map(|document| document.len()), Ok(3));
}

#[test]
fn lines_from_markdown() {
    check(
        "@p a [#p-1]\n‸# Title {#p-1}\n\nSome **bold** text\nand more\n\n* x\n* y‸\n@p b\n",
        expect![[r#"
        --- convert from Markdown
        @p a [#p-1]

        @h1 Title [#p-1-2]

        @p Some *bold* text and more

        @ul
        - x
        - y

        @p b
        --- wrap in a fence
        @p a [#p-1]

        @code
        ~~~
        # Title {#p-1}

        Some **bold** text
        and more

        * x
        * y
        ~~~
        @p b
    "#]],
    );
    check(
        "@p ‸a‸\n",
        expect![[r#"
        --- add the id #p-1
        @p a [#p-1]
        --- wrap in a fence
        @code
        ~~~
        @p a
        ~~~
    "#]],
    );
}

#[test]
fn lines_in_a_fence() {
    check(
        "@p a\n\n‸~~~\n@p b\n~~~‸\n",
        expect![[r#"
        --- wrap in a fence
        @p a

        @code
        ~~~~
        ~~~
        @p b
        ~~~
        ~~~~
    "#]],
    );
    check(
        "@code lang=c\n‸int x;\nint y;\n‸\n@p b\n",
        expect![[r#"
        --- convert from Markdown
        @code lang=c

        @p int x; int y;

        @p b
        --- wrap in a fence
        @code lang=c
        ~~~
        int x;
        int y;
        ~~~

        @p b
    "#]],
    );
    check(
        "@code\n~~~\n‸a\nb‸\n~~~\n",
        expect![[r#"
        --- add the id #code-1
        @code [#code-1]
        ~~~
        a
        b
        ~~~
    "#]],
    );
}
