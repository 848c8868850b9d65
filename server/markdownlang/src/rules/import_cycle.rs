//! Programs that call themselves.

use agmark_syntax::{Rule, Severity};

/// Imports that lead back to where they started.
pub static RULE: Rule = Rule {
    code: "markdownlang/import-cycle",
    severity: Severity::Error,
    summary: "imports that lead back to where they started",
    help: "A program that imports itself, directly or by way of others, is refused: it could call itself \
           without end.",
    bad: &["---
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
imports: [./example.md]
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
