//! The rules find what their examples say, exactly where it is, and offer what mends it.

use std::sync::Arc;

use agd::Agd;
use agmark_syntax::testing;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&testing::diagnostics(Arc::new(Agd), text));
}

#[test]
fn examples() {
    testing::check_examples(Arc::new(Agd));
}

#[test]
fn a_document_without_mistakes() {
    check(
        "@meta title=\"Harbour rules\" year=2024\n\n@h1 Harbour [#harbour lang=en]\n@p See @ref #gear, *now*. [#see]\n\
         @ul refs=\"#see, #harbour\" [#gear]\n- ropes\n-\n@quote\n> Fair wind.\n>\n@code lang=sh\n\n~~~~\n~~~\n~~~~\n\
         @x-signal\n@ref #gear\n@include path=fees.agd\n@! the end\n",
        expect![[""]],
    );
}
