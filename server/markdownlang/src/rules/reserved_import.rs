//! The standard library.

use agmark_syntax::{Diagnostic, Rule, Severity, Span};

/// An import from the standard library, which does not exist yet.
pub static RULE: Rule = Rule {
    code: "markdownlang/reserved-import",
    severity: Severity::Error,
    summary: "an import from the standard library, which does not exist yet",
    help: "Imports that begin with `stdlib:` are reserved for a standard library to come. Nothing can \
           be imported from it today: name a file.",
    bad: &["---
name: forecast
description: Says how the weather will be
imports: [\"stdlib:almanac\"]
input: { type: object }
output: { type: object }
---
Say how the weather will be.
"],
    good: &["---
name: forecast
description: Says how the weather will be
imports: [./almanac.md]
input: { type: object }
output: { type: object }
---
Say how the weather will be.
=== almanac.md
---
name: almanac
description: Knows how the weather was
input: { type: object }
output: { type: object }
---
Say how the weather was.
"],
};

/// At the path.
pub(crate) fn at(span: Span) -> Diagnostic {
    RULE.at(span, "\"stdlib:\" is reserved, there is no standard library yet: write the path of a .md file")
}
