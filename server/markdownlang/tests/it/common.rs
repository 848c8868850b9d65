//! What the tests share.

use std::sync::Arc;

use agmark_markdownlang::Markdownlang;
use agmark_syntax::{AnyFormat, testing};
use expect_test::Expect;

pub fn format() -> Arc<dyn AnyFormat> {
    Arc::new(Markdownlang)
}

/// A program with this body.
pub fn program(body: &str) -> String {
    format!(
        "\
---
name: plan
description: Plans a trip
input:
  type: object
  required: [place, user, days]
  properties:
    place: {{ type: string }}
    user: {{ type: object, required: [name], properties: {{ name: {{ type: string }} }} }}
    days: {{ type: array, items: {{ type: object, required: [sky], properties: {{ sky: {{ type: string }} }} }} }}
output: {{ type: object }}
---
{body}"
    )
}

/// Checks what is found in a program with this body.
#[allow(dead_code)]
#[track_caller]
pub fn check_body(body: &str, expected: Expect) {
    let found = testing::diagnostics(format(), &program(body));
    // Few of these bodies use all of the input.
    let others = found.split_inclusive('\n').filter(|line| !line.contains("markdownlang/unused-input"));
    expected.assert_eq(&others.collect::<String>());
}

/// Checks what is found in a document.
#[allow(dead_code)]
#[track_caller]
pub fn check(text: &str, expected: Expect) {
    expected.assert_eq(&testing::diagnostics(format(), text));
}
