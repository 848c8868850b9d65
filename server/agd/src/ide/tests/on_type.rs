use agmark_syntax::{Document, Format};
use expect_test::{Expect, expect};

use super::{edited, place};
use crate::Agd;

/// The text after the character before the cursor was typed.
fn check(text: &str, expected: Expect) {
    let (text, at) = place(text);
    let typed = text[..at.start as usize].chars().next_back().expect("something was typed");
    let document = Document::new(std::sync::Arc::new(Agd), &text);
    expected.assert_eq(&edited(&document, &Agd.on_type(&document, at.start as usize, typed)));
}

#[test]
fn a_list_goes_on() {
    check(
        "@ul\n- ropes\n‸",
        expect![[r#"
        @ul
        - ropes
        - "#]],
    );
    check(
        "@ul\n- ropes\n‸\n\n@p x\n",
        expect![[r#"
        @ul
        - ropes
        - 

        @p x
    "#]],
    );
    check(
        "@ol\n- one\n‸ two\n- three\n",
        expect![[r#"
        @ol
        - one
        - two
        - three
    "#]],
    );
    check(
        "@quote\n> said\n‸\n",
        expect![[r#"
        @quote
        > said
        > 
    "#]],
    );
    check(
        "@ul\n- \n‸ropes\n",
        expect![[r#"
        @ul
        - 
        - ropes
    "#]],
    );
    // Its first line, too.
    check(
        "@p a\n\n@ul\n-\n‸\n",
        expect![[r#"
        @p a

        @ul


    "#]],
    );
}

#[test]
fn an_empty_item_ends_it() {
    check(
        "@ul\n- ropes\n- \n‸",
        expect![[r#"
        @ul
        - ropes

    "#]],
    );
    check(
        "@quote\n> said\n>\n‸\n@p x\n",
        expect![[r#"
        @quote
        > said


        @p x
    "#]],
    );
}

#[test]
fn other_lines_are_left_alone() {
    for text in [
        "@ul\n- a\n‸- ",
        "@p x\n‸",
        "@code\n~~~\n- a\n‸\n~~~\n",
        "- stray\n‸",
        "\n‸",
        "@ul\n‸",
        "@code\n~~~\nx\n~~~\n‸",
    ] {
        let (plain, _) = place(text);
        let at = text.find('‸').expect("a cursor");
        let document = Document::new(std::sync::Arc::new(Agd), &plain);
        assert_eq!(Agd.on_type(&document, at, '\n'), [], "{text}");
    }
}

#[test]
fn a_fence_closes_itself() {
    check(
        "@code lang=c\n~~~‸",
        expect![[r#"
        @code lang=c
        ~~~
        ~~~"#]],
    );
    check(
        "@code\n\n~~~‸\n\n@p x\n",
        expect![[r#"
        @code

        ~~~
        ~~~

        @p x
    "#]],
    );
    check(
        "@code\n~~~~‸\n~~~\n",
        expect![[r#"
        @code
        ~~~~
        ~~~~
    "#]],
    );
    check(
        "@code\n~~~~~\n‸",
        expect![[r#"
        @code
        ~~~~~

        ~~~~~"#]],
    );
    // It has one.
    check(
        "@code\n~~~‸\nx\n~~~\n",
        expect![[r#"
        @code
        ~~~
        x
        ~~~
    "#]],
    );
    check(
        "@p x\n~~~‸\n",
        expect![[r#"
        @p x
        ~~~
    "#]],
    );
    check(
        "@code\n~~~\n~~~‸\n",
        expect![[r#"
        @code
        ~~~
        ~~~
    "#]],
    );
}
