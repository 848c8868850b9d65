//! An `@include` of a file that does not exist.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/missing-include",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "`@include` of a file that does not exist",
        help: "`path=` is relative to the folder of the file with the `@include`. Tools that put the document \
               together stop here, or leave the included part out.",
        bad: &["@include path=feries.agd\n=== ferries.agd\n@h2 Ferries\n"],
        good: &["@include path=ferries.agd\n=== ferries.agd\n@h2 Ferries\n"],
    },
    check: Check::Names,
};
