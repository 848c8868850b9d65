use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/undefined-bare-id",
        severity: Severity::Hint,
        fix: FixKind::None,
        summary: "bare word that is not the id of a block",
        help: "The parameters `input`, `diff`, `context`, `target` and `targets` name blocks, so a bare word \
               there is read as an id. If you mean text, put it in quotes.",
        bad: &[".Execute\n  .test target=everything\n"],
        good: &[".Execute\n  .test target=\"everything\"\n"],
    },
    check: Check::Names,
};
