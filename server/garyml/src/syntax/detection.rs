//! Whether a file with the extension of GaryML is a GaryML document.

use agmark_syntax::detection::{Sign, is_code};

use crate::syntax::line_class::{HeaderLine, IndentedLine};
use crate::vocabulary;

/// Whether a line is a sign of the format. `.btn {` is a style sheet, `.Role {` a mistake in a GaryML document.
pub fn sign(line: &str) -> Sign {
    let own = |header: HeaderLine<'_>| !header.malformed || vocabulary::directive(header.name).is_some();
    if IndentedLine::new(line).header().is_some_and(own) {
        Sign::Own
    } else if is_code(line) {
        Sign::Foreign
    } else {
        Sign::Unclear
    }
}

#[cfg(test)]
mod tests {
    use agmark_syntax::detection::is_foreign;

    use super::*;

    #[test]
    fn a_text_of_another_language_is_not_garyml() {
        for (head, foreign) in [
            ("", false),
            (".GaryML version: 1.0\n", false),
            ("\u{feff}.GaryML version: 1.0\r\n", false),
            ("# a comment\n\n.Role: \"x\"\n", false),
            (".Role {\n", false),
            (".deploy env=prod\n", false),
            ("Look at the build\n.Plan\n  fix it\n", false),
            ("- a list\n- of words\n", false),
            // Text before the first header is an error, but the document is GaryML.
            ("<!-- a task -->\n.Role: \"x\"\n", false),
            (".Context id=a\n  ```json\n  {\n    \"a\": 1,\n    \"b\": 2,\n  }\n  ```\n", false),
            ("{\n  \"name\": \"gary\",\n", true),
            ("<?xml version=\"1.0\"?>\n<gary/>\n", true),
            (".btn {\n  color: red;\n}\n", true),
            ("#!/bin/sh\n. ./common\n", true),
            ("#include <stdio.h>\nint main() {\n", true),
        ] {
            assert_eq!(is_foreign(head, sign), foreign, "{head:?}");
        }
    }
}
