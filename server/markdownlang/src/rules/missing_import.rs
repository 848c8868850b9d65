//! Imports that lead nowhere.

use agmark_syntax::{Rule, Severity};

/// An import of a file that is not there.
pub static RULE: Rule = Rule {
    code: "markdownlang/missing-import",
    severity: Severity::Error,
    summary: "an import of a file that is not there",
    help: "Imports are paths from the folder of this file (`./almanac.md`, `../tools/almanac.md`) or absolute \
           ones. A program whose imports are not there does not run.",
    bad: &["---
name: forecast
description: Says how the weather will be
imports: [./almanak.md]
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
