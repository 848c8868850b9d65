use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/unknown-command",
        severity: Severity::Information,
        fix: FixKind::Offered,
        summary: "unknown command",
        help: "If the `.Documentation` of any file of the workspace defines commands, a command that none of them \
               defines may be a typo. `refactor`, `test`, `applyPatch`, `help`, `log` and `scaffold` need no \
               definition.",
        bad: &[
            ".Documentation title=Work\n  .Section title: Build\n    .build: \"Builds\"\n.Execute\n  .biuld\n",
        ],
        good: &[
            ".Documentation title=Work\n  .Section title: Build\n    .build: \"Builds\"\n.Execute\n  .build\n  .test\n",
        ],
    },
    check: Check::CrossFile,
};
