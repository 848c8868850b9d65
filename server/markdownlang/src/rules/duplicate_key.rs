//! Keys given twice.

use agmark_schema::Problem;
use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use super::yaml_syntax::finding;

/// The same key twice in one mapping of the front matter.
pub static RULE: Rule = Rule {
    code: "markdownlang/duplicate-key",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "duplicate key",
    help: "Only one of the values can be used, and YAML readers do not agree which one. Keep one of them.",
    bad: &["---
name: forecast
description: Says how the weather will be
name: weather
input: { type: object }
output: { type: object }
---
Say how the weather will be.
"],
    good: &[plain!()],
};

/// What the reader of YAML found.
pub(crate) fn from(problem: &Problem) -> Diagnostic {
    finding(&RULE, problem)
}
