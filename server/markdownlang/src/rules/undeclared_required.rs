//! Required properties.

use agmark_syntax::{FixKind, Rule, Severity};

/// `required` names a property that the schema does not have.
pub static RULE: Rule = Rule {
    code: "markdownlang/undeclared-required",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "undeclared property in `required`",
    help: "A name in `required` that is not in `properties` is usually a typo. Then no input is valid, because \
           it lacks the misspelled property.",
    bad: &["---
name: forecast
description: Says how the weather will be
input: { type: object, properties: { city: { type: string } }, required: [town] }
output: { type: object }
---
Say how the weather will be.
"],
    good: &["---
name: forecast
description: Says how the weather will be
input: { type: object, properties: { city: { type: string } }, required: [city] }
output: { type: object }
---
Say how the weather will be.
"],
};
