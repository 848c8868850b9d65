use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/duplicate-command",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "duplicate command definition",
        help: "The documentation must define each command once, so that its meaning and its parameters are clear.",
        bad: &[
            ".Documentation title=Work\n  .Section title: Build\n    .build: \"Builds\"\n    .build: \"Builds it all\"\n",
        ],
        good: &[
            ".Documentation title=Work\n  .Section title: Build\n    .build: \"Builds\"\n    .rebuild: \"Builds it all\"\n",
        ],
    },
    check: Check::Names,
};
