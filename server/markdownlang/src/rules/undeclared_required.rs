//! A name in `required` that the schema does not have.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/undeclared-required",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "undeclared property in `required`",
        help: "A name in `required` that is not in `properties` is usually a typo. Then no input is valid, because \
           it lacks the misspelled property.",
        bad: &[example!(
            "name: forecast\ndescription: Says how the weather will be",
            "{ type: object, properties: { city: { type: string } }, required: [town] }",
            "Say how the weather will be."
        )],
        good: &[example!(
            "name: forecast\ndescription: Says how the weather will be",
            "{ type: object, properties: { city: { type: string } }, required: [city] }",
            "Say how the weather will be."
        )],
    },
    check: Check::Names,
};
